#!/usr/bin/env bash
# The command line. Builds the core where it is not there yet, with the progress on stderr; stdout is the command's alone.
cd "$(dirname "$0")/.." || exit 1
if [ ! -f build/wasm-release/wasm/doppel-core.wasm ] || [ ! -d node_modules/tsx ]; then bash scripts/build.sh >&2 || exit 1; fi
exec node --import tsx web/src/cli/main.ts "$@"
