#!/bin/sh
# Makes plugin folders of what was built in BUILD_DIR: TARGET/ID/ with the manifest, the library, and whatever else the
# plugin's folder holds that is no source. TARGET is BUILD_DIR/plugins unless given.
# Usage: stage-plugins.sh BUILD_DIR [TARGET]
set -eu

build=${1:?usage: stage-plugins.sh BUILD_DIR [TARGET], as in .build/release}
case $build in /*) ;; *) build=$PWD/$build ;; esac
target=${2:-$build/plugins}
case $target in /*) ;; *) target=$PWD/$target ;; esac
root=$(cd "$(dirname "$0")/.." && pwd)

# The text of a key that stands alone on its line, as in all manifests of this tree.
text_of() { sed -n "s/^ *\"$1\": *\"\([^\"]*\)\",*\$/\1/p" "$2" | head -n 1; }

stage() {
    folder=$1
    id=$(text_of id "$folder/plugin.json")
    library=$(text_of library "$folder/plugin.json")
    if [ -z "$id" ] || [ -z "$library" ]; then
        echo "$folder/plugin.json: put \"id\" and \"library\" on lines of their own" >&2
        return 1
    fi
    if [ ! -f "$build/$library" ]; then
        echo "$build/$library is not there; build it first: swift build --product $(basename "$folder")" >&2
        return 1
    fi
    # Made elsewhere and moved, so that a program that looks meanwhile finds no half of a plugin.
    fresh=$target/.staging.$$
    mkdir -p "$fresh"
    cp -p "$build/$library" "$fresh/"
    (cd "$folder" && find . -type f ! -name '*.swift' ! -name '*.c' ! -name '*.h' ! -name '*.cpp' ! -name '*.md' \
        -exec cp -p --parents -t "$fresh" {} +)
    # A host loads no plugin that others than its owner may write to.
    chmod -R u=rwX,go=rX "$fresh"
    rm -rf "${target:?}/$id"
    mv "$fresh" "$target/$id"
}

for manifest in "$root"/Plugins/*/plugin.json; do
    stage "$(dirname "$manifest")"
done
