#!/bin/bash
# The rules of CONTRIBUTING.md that a search can check. Prints each breach, and fails if there is one.
set -euo pipefail
cd "$(dirname "$0")/.."

found=$(mktemp)
trap 'rm -f "$found"' EXIT

# Takes breaches line by line, and notes them under the rule that is named.
breach() { sed "s|^|$1: |" >>"$found"; }

# Files of the languages written here, below the folders named.
sources() {
    find "$@" -type f \( -name '*.swift' -o -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.js' \)
}

longer_than() {
    while IFS= read -r file; do
        awk -v limit="$1" 'END { if (NR > limit) print FILENAME " has " NR " lines" }' "$file"
    done
}

# search PATTERN FOLDER...: hits as file:line:text; comments do not count.
search() { grep -rnE --include='*.swift' "$@" | grep -vE '^[^:]*:[0-9]*: *//' || true; }

# quickconnect.js is one file since pages load it as one.
sources Sources Plugins | grep -v '/quickconnect.js$' | longer_than 500 | breach 'no file is longer than 500 lines'
sources Tests | longer_than 700 | breach 'no test file is longer than 700 lines'

# Modules of C begin with C and a capital. The plugin ABI has two ends, so whoever stands at one may import it; and each
# program reads its own command line.
search '^ *([a-z]+ )?import C[A-Z][A-Za-z]*$' Sources Plugins | awk -F '[/:]' '
    {
        module = $0
        sub(/.*import /, "", module)
        room = $1 "/" $2
        if (module != "CQuickConnect" && module != "CGetopt" && !seen[module, room]++) {
            rooms[module] = rooms[module] " " room
            count[module]++
        }
    }
    END { for (module in count) if (count[module] > 1) print module " is imported by" rooms[module] }' |
    breach 'a C module has one importer'

search '^ *(public |package |internal )?import Foundation' Sources/QuickConnect Sources/QuickConnectPlugin Sources/qc Plugins \
    | breach 'the core imports no Foundation'
search 'try!|[^a-z]as!|fatalError\(' Sources Plugins | breach 'nothing traps on bytes from outside'
search '(class|struct|enum|protocol|actor) [A-Za-z]*(Manager|Helper|Util|Utils|Impl)\b' Sources Plugins \
    | breach 'names say what a thing is'
grep -rnE '\b(TODO|FIXME|XXX)\b' Sources Plugins Tests | breach 'what is left to do stands in an issue' || true
sources Sources Plugins | while IFS= read -r file; do
    awk '/^public (final |indirect )?(class|struct|enum|protocol|actor) / { n++ } END { if (n > 1) print FILENAME " has " n }' "$file"
done | breach 'a file has one public type'

cat "$found"
[ ! -s "$found" ] || { echo "$(wc -l <"$found") breaches of the rules of the house"; exit 1; }
