#!/usr/bin/env bash
# Formats every source file in place.
source "$(dirname "$0")/lib.sh"
git ls-files -z --cached --others --exclude-standard '*.cpp' '*.hpp' | xargs -0 clang-format -i
node_modules/.bin/biome check --write .
