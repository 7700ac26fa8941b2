# Sourced by scripts/start and scripts/test: installs what they need and leaves `bun` on the PATH.
# Needs Node with npm. Debian packages are installed only where that is permitted (root or password-less sudo).

say() { printf '%s\n' "$*" >&2; }
die() { say "parley: $*"; exit 1; }

# The Bun that package.json pins, from npm when the PATH holds none of that version.
provide_bun() {
  local wanted
  wanted=$(sed -n 's/.*"packageManager": *"bun@\([^"]*\)".*/\1/p' package.json)
  if [ "$(command -v bun >/dev/null && bun --version)" != "$wanted" ]; then
    PATH="$PWD/.tools/node_modules/.bin:$PATH"
    if [ "$(command -v bun >/dev/null && bun --version 2>/dev/null)" != "$wanted" ]; then
      command -v npm >/dev/null || die "Bun $wanted is not installed and there is no npm to install it with. Install Node.js with npm, or Bun from https://bun.sh."
      say "Installing Bun $wanted into .tools …"
      reach_registry "bun@$wanted" || die "no npm registry answers at $(npm config get registry) for bun@$wanted. Set the one of your network with 'npm config set registry <URL>' (or HTTPS_PROXY), or put Bun $wanted from https://bun.sh on the PATH."
      npm install --prefix .tools --no-audit --no-fund --no-save --loglevel=error "bun@$wanted" >&2 || die "npm could not install bun@$wanted."
      # npm may withhold install scripts; Bun's own one fetches nothing when its platform package is there.
      [ "$(bun --version 2>/dev/null)" = "$wanted" ] || (cd .tools/node_modules/bun && node install.js) || die "bun@$wanted does not run here."
    fi
  fi
  export PATH
  bun install --frozen-lockfile --silent || die "the packages of bun.lock could not be installed."
}

# reach_registry PACKAGE: whether the registry tells of the package soon: npm itself waits up to a quarter of an hour for one that is silent.
reach_registry() {
  npm view "$1" version --fetch-timeout="${npm_config_fetch_timeout:-20000}" --fetch-retries=1 --fetch-retry-mintimeout=1000 >/dev/null 2>&1
}

# may_install: whether Debian packages can be installed without asking for a password.
may_install() {
  command -v apt-get >/dev/null || return 1
  [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

# debian PROGRAM PACKAGE: makes PROGRAM available from the Debian package, or returns 1.
debian() {
  command -v "$1" >/dev/null && return 0
  [ -x "/usr/sbin/$1" ] && { PATH="/usr/sbin:$PATH"; return 0; }
  may_install || return 1
  say "Installing the Debian package $2 …"
  if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$2" >/dev/null 2>&1; then
    as_root apt-get update >/dev/null 2>&1 || return 1
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$2" >/dev/null 2>&1 || return 1
  fi
  command -v "$1" >/dev/null || { PATH="/usr/sbin:$PATH"; command -v "$1" >/dev/null; }
}

# debian_python MODULE PACKAGE: makes MODULE of python3 available from the Debian package, or returns 1.
debian_python() {
  /usr/bin/python3 -c "import $1" 2>/dev/null && return 0
  may_install || return 1
  say "Installing the Debian package $2 …"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$2" >/dev/null 2>&1
  /usr/bin/python3 -c "import $1" 2>/dev/null
}
