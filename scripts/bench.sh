#!/usr/bin/env bash
# What a request costs: see Benchmarks/RequestPath. With --check, fails where a limit is passed.
set -euo pipefail
cd "$(dirname "$0")/.."

swift build -c release --product request-path
swift build -c release --product SoundBench
swift build -c release --product qc
staged=.build/release/bench-plugins/bench.sound
mkdir -p "$staged"
install -m 644 Benchmarks/SoundBench/plugin.json "$staged/plugin.json"
install -m 755 .build/release/libSoundBench.so "$staged/libSoundBench.so"
exec .build/release/request-path "$@"
