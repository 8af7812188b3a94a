#!/usr/bin/env bash
# Sets up what is missing and builds everything that is out of date: the wasm module, the sample avatars and the demonstration of a body, then the page. Starts nothing.
source "$(dirname "$0")/lib.sh"

bash scripts/setup.sh
use_emscripten

configure wasm-release
step "Core (C++ to WebAssembly)"
quietly build/log/build-wasm.log cmake --build build/wasm-release -j "$JOBS" --target doppel-core doppel-core-test

step "Sample avatars"
node --import tsx scripts/build-avatars.ts
node --import tsx scripts/build-body-take.ts

step "Page"
node scripts/build-page.mjs

step "Library"
node --import tsx scripts/build-lib.mjs
