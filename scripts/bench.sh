#!/usr/bin/env bash
# Prints benchmark figures; `npm run bench -- probe` for one of them. Asserts nothing: machines differ, and this one may be busy.
source "$(dirname "$0")/lib.sh"
wanted="${1:-}"
# The bridge needs no page to be measured.
if [ "$wanted" = bridge ]; then bash scripts/setup.sh; else bash scripts/build.sh; fi
export NODE_PATH=

if [ -z "$wanted" ] || [ "$wanted" = core ]; then
  step core
  quietly build/log/configure-bench.log cmake --preset native-release -DDOPPEL_BENCH=ON
  quietly build/log/build-bench.log cmake --build build/native-release --target core-bench -j "$JOBS"
  build/native-release/bench/core-bench --benchmark_color=false
fi

if [ -z "$wanted" ] || [ "$wanted" = bridge ]; then
  quietly build/log/configure-bench.log cmake --preset native-release -DDOPPEL_BENCH=ON
  quietly build/log/build-bridge-bench.log cmake --build build/native-release --target doppel-bridge bridge-load bridge-epoll-relay bridge-frame-bench -j "$JOBS"
  step "bridge: one frame, without clients"
  build/native-release/bench/bridge-frame-bench --benchmark_color=false
fi

for bench in bench/*/run.ts; do
  name="$(basename "$(dirname "$bench")")"
  [ -z "$wanted" ] || [ "$wanted" = "$name" ] || continue
  step "$name"
  node_modules/.bin/tsx "$bench"
done
