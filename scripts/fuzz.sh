#!/bin/bash
# The message parsers under libFuzzer and the address sanitizer. An input that breaks something is kept in .build-fuzz.
# Usage: fuzz.sh [SECONDS]      without SECONDS: ten minutes; with 0: until stopped
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-${FUZZ_SECONDS:-600}}
build=$PWD/.build-fuzz
corpus=$build/corpus
mkdir -p "$corpus"

# The target is part of the package only when this is set, so that other builds need no fuzzer.
export QUICKCONNECT_FUZZ=1
swift build --product MessageFuzz --scratch-path "$build" --sanitize address \
    -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library -Xcc -fsanitize=fuzzer-no-link -Xcxx -fsanitize=fuzzer-no-link \
    2>&1 | grep -v 'Cannot export local symbol'

# Each accepted and refused input of the tests is a file to begin with.
cp -n Tests/QuickConnectTests/Messages/Data/accept/* Tests/QuickConnectTests/Messages/Data/reject/* "$corpus/" || true
echo "== Fuzzing, $([ "$seconds" = 0 ] && echo 'until stopped' || echo "$seconds s"); the corpus is in $corpus"
exec "$build/debug/MessageFuzz" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=4096 \
    -dict=Tests/Fuzz/json.dict -artifact_prefix="$build/" "$corpus"
