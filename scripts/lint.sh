#!/usr/bin/env bash
# Formatting and lint of everything, without changing a file: clang-format, clang-tidy, Biome, TypeScript.
source "$(dirname "$0")/lib.sh"

mapfile -t cpp < <(git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp')
step "clang-format (${#cpp[@]} files)"
clang-format --dry-run --Werror "${cpp[@]}"

step "Biome"
node_modules/.bin/biome check --colors=off --error-on-warnings .

step "TypeScript"
node_modules/.bin/tsc --noEmit

step "clang-tidy"
configure native-release -DDOPPEL_UNITY=ON
# The core's and the bridge's own sources; tests and fuzzers are held by compiler warnings and sanitizers. Most of an analysis goes
# into headers of libraries, so that many files are analysed as one unit; each file alone, with the path-sensitive analyzer, where
# DOPPEL_LONG=1 (`npm run test:long`). What did not change since it was found clean is not analysed again.
if [ "${DOPPEL_LONG:-0}" = 1 ]; then export TIDY_CHECKS=""; depth=file; else export TIDY_CHECKS="-clang-analyzer-*,-bugprone-suspicious-include"; depth=room; fi
mkdir -p build/tidy
headers="$( (cat .clang-tidy scripts/lint.sh; git ls-files -z '*.hpp' | xargs -0 cat) | sha256sum | cut -c1-16)"

# unit NAME FILE...: one source that includes all files, unless just these were clean before. Prints what to analyse.
unit() {
  local path="build/tidy/$depth-$(printf '%s' "$1" | tr / _)" digest file program=0
  shift
  digest="$(cat "$@" | sha256sum | cut -c1-16).$headers"
  [ "$(cat "$path.clean" 2>/dev/null)" = "$digest" ] && return
  printf '%s' "$digest" >"$path.digest"
  if [ "$#" = 1 ]; then printf '%s %s\n' "$path" "$1"; return; fi
  # Programs have a `main` each.
  for file in "$@"; do
    printf '#define main program_%d\n#include "%s"\n#undef main\n' "$((++program))" "$PROJECT_ROOT/$file"
  done >"$path.cpp"
  printf '%s %s\n' "$path" "$path.cpp"
}

sources() { find "$@" -name '*.cpp' ! -name asio_implementation.cpp | sort; }

units() {
  local file files
  if [ "$depth" = file ]; then
    while read -r file; do unit "$file" "$file"; done < <(sources wasm/src bridge/src)
    return
  fi
  # Those that use Beast apart, so that two processors have as much to do each; the longest first.
  mapfile -t files < <(sources bridge/src/server; sources bridge/src -maxdepth 1)
  unit bridge/server "${files[@]}"
  mapfile -t files < <(sources bridge/src -mindepth 2 ! -path '*/server/*')
  unit bridge "${files[@]}"
  mapfile -t files < <(sources wasm/src)
  unit wasm "${files[@]}"
}

tidy() {
  clang-tidy --quiet --checks="$TIDY_CHECKS" "$2" -- -std=c++20 -Iwasm/src -Ibridge/src -isystem build/native-release/staged-include \
    -DDOPPEL_VERSION='"0"' -DBOOST_ASIO_SEPARATE_COMPILATION -DBOOST_BEAST_SEPARATE_COMPILATION -DBOOST_ASIO_NO_DEPRECATED \
    2>/dev/null || { echo "clang-tidy: $2" >&2; return 1; }
  mv "$1.digest" "$1.clean"
}
export -f tidy
units | xargs -r -P "$JOBS" -L 1 bash -c 'tidy "$@"' _
note "clean"
