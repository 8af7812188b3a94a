#!/usr/bin/env bash
# Coverage-guided fuzzing of every parser that reads foreign text: a few seconds each, or minutes with DOPPEL_LONG=1, and the decoder
# of NatNet's datagrams then ten million times. `fuzz.sh FOLDER` takes the fuzzers from there.
source "$(dirname "$0")/lib.sh"

folder="${1:-build/native-asan}"
seconds="${DOPPEL_FUZZ_SECONDS:-5}"
demanded=0
if [ "${DOPPEL_LONG:-0}" = 1 ]; then seconds="${DOPPEL_FUZZ_SECONDS:-300}"; demanded="${DOPPEL_FUZZ_RUNS:-10000000}"; fi
mapfile -t targets < <(find "$folder" -type f -name 'fuzz-*' -perm -u+x | sort)
[ "${#targets[@]}" -gt 0 ] || fail "no fuzz-* program in $folder: was it configured with -DDOPPEL_FUZZ=ON?"

# runs LIMITS...: one stretch of fuzzing; prints how many inputs it tried.
runs() {
  "$target" "$@" -max_len=65536 -rss_limit_mb=1024 -artifact_prefix="build/fuzz/$name-" -print_final_stats=1 "$corpus" \
    "${seed_folder[@]}" >"build/fuzz/$name.log" 2>&1 || return 1
  sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/$name.log" | grep -E '^[0-9]+$'
}

fuzz() {
  local target="$1" name corpus seeds seed_folder done more=0 wanted=0 fault="found a fault; its input is in build/fuzz/"
  name="$(basename "$target")"
  corpus="build/fuzz/$name"
  mkdir -p "$corpus"
  seeds="tests/fuzz/corpus/${name#fuzz-}"
  seed_folder=(); [ -d "$seeds" ] && seed_folder=("$seeds")
  [ "$name" = fuzz-natnet ] && wanted="$demanded"
  done="$(runs -max_total_time="$seconds" -seed=1)" || { tail -n 30 "build/fuzz/$name.log"; fail "$name $fault"; }
  if [ "$done" -lt "$wanted" ]; then
    # For as long as it takes, an hour at most: a machine that cannot do it then has not done it.
    more="$(runs -runs="$((wanted - done))" -max_total_time=3600 -seed=2)" || { tail -n 30 "build/fuzz/$name.log"; fail "$name $fault"; }
  fi
  [ "$((done + more))" -ge "$wanted" ] || fail "$name: $((done + more)) runs, and $wanted are demanded"
  note "$name: $((done + more)) runs, no fault"
}

export -f fuzz runs note fail
export seconds demanded DIM RESET RED
# As many at a time as there are cores; all of them run, and one fault is enough to fail.
printf '%s\n' "${targets[@]}" | xargs -P "$JOBS" -L 1 bash -c 'set -euo pipefail; fuzz "$1"' _
