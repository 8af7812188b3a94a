#!/usr/bin/env bash
# Coverage-guided fuzzing of every parser that reads foreign text: a few seconds each, or minutes with DOPPEL_LONG=1.
source "$(dirname "$0")/lib.sh"

seconds=5
[ "${DOPPEL_LONG:-0}" = 1 ] && seconds=300
mapfile -t targets < <(find build/native-asan -type f -name 'fuzz-*' -perm -u+x | sort)
[ "${#targets[@]}" -gt 0 ] || fail "no fuzz-* program in build/native-asan: was it configured with -DDOPPEL_FUZZ=ON?"
fuzz() {
  local target="$1" name corpus seeds seed_folder
  name="$(basename "$target")"
  corpus="build/fuzz/$name"
  mkdir -p "$corpus"
  seeds="tests/fuzz/corpus/${name#fuzz-}"
  seed_folder=(); [ -d "$seeds" ] && seed_folder=("$seeds")
  "$target" -max_total_time="$seconds" -max_len=65536 -rss_limit_mb=1024 -seed=1 -artifact_prefix="build/fuzz/$name-" -print_final_stats=1 \
    "$corpus" "${seed_folder[@]}" >"build/fuzz/$name.log" 2>&1 || { tail -n 30 "build/fuzz/$name.log"; fail "$name found a fault; its input is in build/fuzz/"; }
  note "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/$name.log") runs in $seconds s, no fault"
}

export -f fuzz note fail
export seconds DIM RESET RED
# As many at a time as there are cores; all of them run, and one fault is enough to fail.
printf '%s\n' "${targets[@]}" | xargs -P "$JOBS" -L 1 bash -c 'fuzz "$1"' _
