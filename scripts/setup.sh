#!/usr/bin/env bash
# Installs what building and testing need and is missing; does nothing the second time.
# Debian 12: system packages by apt. Elsewhere: says what to install. Then npm packages by the lock file.
source "$(dirname "$0")/lib.sh"

PACKAGES=(cmake ninja-build g++ clang clang-format clang-tidy libclang-rt-14-dev libglm-dev nlohmann-json3-dev libgtest-dev
  libgmock-dev googletest libbenchmark-dev libboost1.81-dev libcli11-dev libspdlog-dev chromium-headless-shell fonts-noto-cjk)
# An emsdk on the PATH is taken; Debian's emscripten is installed where there is none.
command -v em++ >/dev/null 2>&1 || PACKAGES+=(emscripten)
# What must be there in the end, on any system: one command for each tool.
COMMANDS=(git node npm cmake ninja g++ clang++ clang-format clang-tidy em++)

command -v node >/dev/null 2>&1 || fail "Node.js is not on the PATH: version 20.19 or newer is needed (https://nodejs.org)"
node -e 'const [a,b]=process.versions.node.split(".").map(Number); process.exit(a>20||(a===20&&b>=19)?0:1)' ||
  fail "Node.js $(node --version) is too old: 20.19 or newer is needed"

if [ -r /etc/os-release ] && grep -qE '^ID(_LIKE)?=.*(debian|ubuntu)' /etc/os-release && command -v apt-get >/dev/null 2>&1; then
  missing=()
  for package in "${PACKAGES[@]}"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  if [ "${#missing[@]}" -gt 0 ]; then
    as_root=()
    if [ "$(id -u)" != 0 ]; then
      command -v sudo >/dev/null 2>&1 || fail "these packages are missing and need root to install: apt-get install ${missing[*]}"
      as_root=(sudo)
    fi
    step "Installing ${#missing[@]} Debian packages (once; some minutes): ${missing[*]}"
    quietly build/log/apt-update.log "${as_root[@]}" apt-get update
    quietly build/log/apt-install.log "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
  fi
else
  absent=()
  for name in "${COMMANDS[@]}"; do command -v "$name" >/dev/null 2>&1 || absent+=("$name"); done
  if [ "${#absent[@]}" -gt 0 ]; then
    fail "this system is not Debian, so install these yourself: ${absent[*]}
       (Debian's package names: ${PACKAGES[*]}; Emscripten 3.1.6 or newer may come from an emsdk on the PATH;
       set DOPPEL_CHROMIUM to a Chromium for the browser tests and DOPPEL_INCLUDE_ROOT to where glm and nlohmann/json are)"
  fi
fi

# npm writes the lock it installed into node_modules; `npm ci` only where that stamp is not of this lock file.
stamp="node_modules/.doppel-lock"
lock="$(node -e 'const c=require("crypto"),f=require("fs");process.stdout.write(c.createHash("sha256").update(f.readFileSync("package-lock.json")).digest("hex"))')"
if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$lock" ]; then
  step "Installing npm packages"
  quietly build/log/npm-ci.log npm ci --no-audit --no-fund
  printf '%s' "$lock" >"$stamp"
fi
