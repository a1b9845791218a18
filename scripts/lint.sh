#!/bin/sh
# Formatting, and what the rules of the house say that a machine can see.
set -eu
cd "$(dirname "$0")/.."

echo "== swift format"
swift format lint --strict --recursive Package.swift Sources Plugins Tests docs/samples

echo "== Plugins in C, as strict C99"
for source in Plugins/*/*.c; do
    clang -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only -I Sources/CQuickConnect/include "$source"
done

echo "== Scripts"
for script in scripts/*.sh .ci/run; do
    # Unquoted: the line may be a program with an argument.
    $(sed -n '1s/^#!//p' "$script") -n "$script"
done

echo "== Rules of the house"
scripts/house-rules.sh
