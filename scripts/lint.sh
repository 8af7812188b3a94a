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
configure native-debug
# Only the core's and the bridge's own sources; the fuzzers and tests are held by compiler warnings and sanitizers. The cache is the file's digest
# with that of all headers, so that an unchanged file is not analysed twice. The path-sensitive analyzer takes three fifths of the
# time; it runs with DOPPEL_LONG=1, as `npm run test:long` does.
export TIDY_CHECKS="-clang-analyzer-*"
[ "${DOPPEL_LONG:-0}" = 1 ] && TIDY_CHECKS=""
mkdir -p build/tidy
headers="$( (cat .clang-tidy; echo "$TIDY_CHECKS"; git ls-files -z '*.hpp' | xargs -0 cat) | sha256sum | cut -c1-16)"
find wasm/src bridge/src -name '*.cpp' -print0 | xargs -0 -P "$JOBS" -I{} sh -c '
  stamp="build/tidy/$(echo "{}" | tr / _).$(sha256sum "{}" | cut -c1-16).'"$headers"'"
  [ -f "$stamp" ] && exit 0
  clang-tidy --quiet --checks="$TIDY_CHECKS" -p build/native-debug "{}" 2>/dev/null || { echo "clang-tidy: {}" >&2; exit 1; }
  touch "$stamp"'
note "clean"
