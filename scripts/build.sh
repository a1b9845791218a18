#!/bin/sh
# Builds qc, its verbs and the plugins in release form, and puts the plugins where qc finds them.
set -eu
cd "$(dirname "$0")/.."

build() {
    echo "== Building $1"
    swift build -c release --product "$1"
}

for folder in Sources/qc Sources/qc-*/; do
    [ -d "$folder" ] && build "$(basename "$folder")"
done
for manifest in Plugins/*/plugin.json; do
    build "$(basename "$(dirname "$manifest")")"
done
scripts/stage-plugins.sh .build/release
echo "== Ready: .build/release/qc, plugins in .build/release/plugins"
