#!/usr/bin/env bash
# Every check of the project, from set-up to browser, in the order in which they are cheap; a closing count; non-zero on any failure.
# `--long` runs fuzzing and property tests at their full lengths.
source "$(dirname "$0")/lib.sh"

LONG=0
for argument in "$@"; do
  case "$argument" in
    --long) LONG=1 ;;
    *) fail "unknown argument '$argument' (known: --long)" ;;
  esac
done
export DOPPEL_LONG="$LONG"

RESULTS="$PROJECT_ROOT/build/results"
rm -rf "$RESULTS"
mkdir -p "$RESULTS"
started=$SECONDS

# stage NAME COMMAND...: runs a check to its end, shows its output, and remembers whether it failed; later stages run all the same.
stage() {
  local name="$1"; shift
  local at=$SECONDS code=0
  step "$name"
  # A wasm test file is one line of megabytes, which Node prints when it throws: lines are cut.
  { "$@" 2>&1 || echo "$?" >"$RESULTS/$name.code"; } | cut -c1-600 | tee "$RESULTS/$name.log"
  [ -f "$RESULTS/$name.code" ] && code="$(cat "$RESULTS/$name.code")"
  printf '%s\n' "$code" >"$RESULTS/$name.exit"
  note "$name: exit $code, $((SECONDS - at)) s"
}

# beside NAME COMMAND...: a check that mostly waits, run beside the stages after it. `join NAME` waits for it and shows its output.
declare -A beside_pid beside_at
beside() {
  local name="$1"; shift
  beside_at[$name]=$SECONDS
  (code=0; "$@" >"$RESULTS/$name.raw" 2>&1 || code=$?; echo "$code" >"$RESULTS/$name.exit"; echo "$SECONDS" >"$RESULTS/$name.end") &
  beside_pid[$name]=$!
}
# after NAME COMMAND...: waits until the check NAME, begun before, has ended.
after() {
  while [ ! -f "$RESULTS/$1.exit" ]; do sleep 1; done
  shift
  "$@"
}
# humbly COMMAND...: takes what others leave. Linux shares processors out between sessions first, and each browser begins one: a
# niceness counts within a session only, so this is a session of its own that has its niceness as a whole.
humbly() { setsid --wait bash -c 'echo 6 >/proc/self/autogroup || true; exec nice -n 6 "$@"' humbly "$@" 2>&1; }
join() {
  local name="$1"
  wait "${beside_pid[$name]}" || true
  step "$name"
  cut -c1-600 "$RESULTS/$name.raw" | tee "$RESULTS/$name.log"
  note "$name: exit $(cat "$RESULTS/$name.exit"), $(($(cat "$RESULTS/$name.end") - beside_at[$name])) s beside the stages above"
}

if [ -d ../shared/samples ]; then note "the sample avatars are there: ../shared/samples"; else
  note "../shared/samples is absent: tests on real avatars and recordings say so and are skipped"; fi

bash scripts/setup.sh
use_emscripten

# C++ tests run natively under sanitizers with every assertion, and as wasm as it ships; the bridge that the browser tests start is
# the one that ships.
configure native-release -DDOPPEL_UNITY=ON
configure native-asan -DDOPPEL_FUZZ=ON
configure wasm-release

# The longest build and its tests take what all others leave, from the beginning: wherever one of those waits.
beside native-build humbly cmake --build build/native-asan -j "$JOBS"
beside native-tests after native-build humbly build/native-asan/tests/core-tests --gtest_brief=1
beside bridge-tests after native-tests build/native-asan/tests/bridge/bridge-tests --gtest_brief=1

stage lint bash scripts/lint.sh
stage layers node scripts/check-layers.mjs
stage wasm-build cmake --build build/wasm-release -j "$JOBS"
stage wasm-tests node build/wasm-release/tests/core-tests.cjs --gtest_brief=1
stage bridge-build cmake --build build/native-release -j "$JOBS" --target doppel-bridge doppel-natnet-sim
stage avatars node --import tsx scripts/build-avatars.ts
stage body-take node --import tsx scripts/build-body-take.ts
stage page-build node scripts/build-page.mjs
stage lib-build node --import tsx scripts/build-lib.mjs
stage sizes node scripts/check-sizes.mjs
stage old-browser node scripts/check-browser.mjs
stage vitest node_modules/.bin/vitest run --reporter=default --reporter=json --outputFile.json="$RESULTS/vitest.json"
stage browser env PLAYWRIGHT_JSON_OUTPUT_NAME="$RESULTS/playwright.json" node_modules/.bin/playwright test --reporter=list,json
join native-build
join native-tests
join bridge-tests
stage fuzz bash scripts/fuzz.sh

step "Result after $((SECONDS - started)) s"
node scripts/count-tests.mjs "$RESULTS"
