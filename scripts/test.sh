#!/bin/bash
# All tests; then all again under the address sanitizer, and the core's under the thread sanitizer. The last line is
# "N passed, N failed, N skipped", summed from what the three runs report. With CI=1 a skipped test is a failure.
# Usage: test.sh [plain] [address] [thread]      without arguments: all three
set -euo pipefail
cd "$(dirname "$0")/.."

runs=("$@")
[ $# -gt 0 ] || runs=(plain address thread)
reports=$PWD/.build/test-reports
rm -rf "$reports"
mkdir -p "$reports"
broken=0

say() { echo "== $*"; }

# run NAME BUILD_DIR FILTER FLAG...: builds, stages the plugins beside the tests, tests.
run() {
    local name=$1 build=$2 filter=$3
    shift 3
    local started=$SECONDS
    say "Building the tests ($name)"
    if ! swift build --build-tests --scratch-path "$build" "$@"; then
        broken=1
        return
    fi
    scripts/stage-plugins.sh "$build/debug"
    say "Testing ($name), built in $((SECONDS - started)) s"
    started=$SECONDS
    # The report of Swift Testing gets "-swift-testing" into its name.
    swift test --skip-build --scratch-path "$build" "$@" --filter "$filter" \
        --xunit-output "$reports/$name.xml" || broken=1
    say "Tested ($name) in $((SECONDS - started)) s"
    [ -s "$reports/$name-swift-testing.xml" ] || {
        say "The tests ($name) ended without a report: they crashed"
        broken=1
    }
}

for kind in "${runs[@]}"; do
    case $kind in
        plain) run plain .build '.' ;;
        address)
            # The pages of the docs build plugins of their own, which the sanitizer does not see.
            # JavaScriptCore keeps memory until the end that the leak checker would report.
            ASAN_OPTIONS=detect_leaks=0 run address .build-asan '^(?!DocsTests\.)' --sanitize address
            ;;
        thread)
            # Plugins take the sanitizer's functions from the host, which has to export them; gold cannot do it by pattern.
            run thread .build-tsan '^QuickConnect(Plugin)?Tests\.' --sanitize thread \
                -Xswiftc -use-ld=lld -Xlinker '--export-dynamic-symbol=__tsan_*'
            ;;
        *)
            echo "test.sh: $kind is none of plain, address, thread" >&2
            exit 2
            ;;
    esac
done

# One line for each test that was skipped, then the counts, from the reports of all runs.
summary=$(awk -f scripts/test-summary.awk "$reports"/*-swift-testing.xml /dev/null)
printf '%s\n' "$summary" | grep '^skipped: ' || true
closing=$(printf '%s\n' "$summary" | tail -n 1)
read -r passed _ failed _ skipped _ <<<"${closing//,/}"
status=0
[ "$broken" -eq 0 ] && [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ] || status=1
if [ "$skipped" -gt 0 ] && { [ "${CI:-}" = 1 ] || [ "${CI:-}" = true ]; }; then
    say "CI is set, so a skipped test is a failure: install or start what it names"
    status=1
fi
[ "$broken" -eq 0 ] || say "A build or a run failed; see above"
printf '%s\n' "$closing" | tee .build/test-summary
exit "$status"
