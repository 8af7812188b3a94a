#!/usr/bin/env bash
# Builds what is out of date and starts the bridge, which serves the page, with a simulated studio. `npm start -- --port N` for another
# port; `npm start -- --source natnet` for real cameras; `npm start -- --avatars 10` for so many avatars. What else stands behind
# `--` goes to the bridge; docs/bridge.md lists it.
source "$(dirname "$0")/lib.sh"
source scripts/lib/start-arguments.sh

# Before anything is built: a wrong word is told of at once.
bridge_arguments "$@"

bash scripts/build.sh

step "Bridge"
# Several sources at a time: a third of the time until the first address.
configure native-release -DDOPPEL_UNITY=ON
quietly build/log/build-bridge.log cmake --build build/native-release --target doppel-bridge -j "$JOBS"

step "Serving Doppel (stop with Ctrl+C)"
exec build/native-release/bridge/doppel-bridge "${BRIDGE_ARGUMENTS[@]}"
