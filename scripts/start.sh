#!/usr/bin/env bash
# Builds what is out of date and serves the page on 127.0.0.1. `npm start -- --port N` for another port.
source "$(dirname "$0")/lib.sh"

bash scripts/build.sh
step "Serving Doppel (stop with Ctrl+C)"
exec node_modules/.bin/vite preview --host 127.0.0.1 "$@"
