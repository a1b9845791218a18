#!/bin/sh
# Eight threads do to one controller whatever can be done to it, under the thread sanitizer, for SOAK_SECONDS.
set -eu
cd "$(dirname "$0")/.."

export QUICKCONNECT_SOAK_SECONDS="${SOAK_SECONDS:-20}"
# As in test.sh: plugins take the sanitizer's functions from the host.
swift test --scratch-path .build-tsan --sanitize thread -Xswiftc -use-ld=lld \
    -Xlinker '--export-dynamic-symbol=__tsan_*' --filter '^QuickConnectTests\.SoakTests'
