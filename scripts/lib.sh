# Shared by the shell scripts: where the project is, how progress is printed, which Emscripten is used.
# Sourced, never run.

set -euo pipefail
PROJECT_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$PROJECT_ROOT"

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then BOLD=$'\e[1m'; DIM=$'\e[2m'; RED=$'\e[31m'; RESET=$'\e[0m'; else BOLD=; DIM=; RED=; RESET=; fi
step() { printf '%s==>%s %s\n' "$BOLD" "$RESET" "$*"; }
note() { printf '%s    %s%s\n' "$DIM" "$*" "$RESET"; }
fail() { printf '%serror:%s %s\n' "$RED" "$RESET" "$*" >&2; exit 1; }

# Runs a long command with its output in a log; on failure the log's end is shown.
quietly() {
  local log="$1"; shift
  mkdir -p "$(dirname "$log")"
  local started=$SECONDS
  if ! "$@" >"$log" 2>&1; then
    # A broken wasm test file would otherwise print its single line of megabytes.
    tail -n 40 "$log" | cut -c1-400 >&2
    fail "'$*' failed; the whole log is $log"
  fi
  note "done in $((SECONDS - started)) s"
}

JOBS="$(nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)"

# An emsdk on the PATH is taken; else Debian's package. Sets what the wasm presets need.
use_emscripten() {
  command -v em++ >/dev/null 2>&1 || fail "em++ is not on the PATH; scripts/setup.sh installs it"
  local root
  root="$(em-config EMSCRIPTEN_ROOT 2>/dev/null || dirname "$(readlink -f "$(command -v emcc)")")"
  export DOPPEL_EMSCRIPTEN_TOOLCHAIN="$root/cmake/Modules/Platform/Emscripten.cmake"
  [ -f "$DOPPEL_EMSCRIPTEN_TOOLCHAIN" ] || fail "Emscripten's CMake toolchain is not at $DOPPEL_EMSCRIPTEN_TOOLCHAIN"
  # Debian's optimizer loads `acorn` from the system's Node modules.
  if [ "$root" = /usr/share/emscripten ]; then export NODE_PATH="/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}"; fi
}

# configure PRESET [ARG...]: only where the build tree is not there yet; ninja re-runs CMake by itself afterwards.
configure() {
  local preset="$1"; shift
  [ -f "build/$preset/build.ninja" ] || quietly "build/log/configure-$preset.log" cmake --preset "$preset" "$@"
}
