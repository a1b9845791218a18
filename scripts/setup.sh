#!/bin/sh
# Looks for what building needs, and installs the Debian packages that are missing: asks once on a terminal, installs
# without one. QC_APT=no declines. Packages that are there are never touched, and no service is started: none has one.
set -eu

packages="libsimdjson-dev libjavascriptcoregtk-4.1-dev nettle-dev libsystemd-dev pkg-config"

say() { echo "== $*"; }
fail() {
    echo "setup: $*" >&2
    exit 1
}

check_swift() {
    command -v swift >/dev/null || fail "swift is not in PATH; install Swift 6.3 from https://www.swift.org/install/linux/"
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
    case $version in
        6.[3-9] | 6.[1-9][0-9] | [7-9].* | [1-9][0-9].*) ;;
        *) fail "Swift ${version:-of an unknown version} is in PATH; 6.3 or later is needed: https://www.swift.org/install/linux/" ;;
    esac
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "you are not root and there is no sudo; as root, run: apt-get install --no-install-recommends$missing"
    fi
}

ask() {
    printf 'These Debian packages are needed and missing:%s\nInstall them with apt-get now? [Y/n] ' "$missing"
    read -r answer || answer=n
    case $answer in '' | [Yy]*) ;; *) fail "nothing was installed; to do it by hand: apt-get install --no-install-recommends$missing" ;; esac
}

# True if package lists are there and younger than a week.
has_lists() { [ -n "$(find /var/lib/apt/lists -name '*Packages*' -mtime -7 2>/dev/null | head -n 1)" ]; }

install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends --no-remove $missing
}

check_swift
command -v dpkg-query >/dev/null || fail "this is no Debian; see that the equivalents of these are there: $packages"
missing=
for package in $packages; do
    is_installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
[ "${QC_APT:-}" != no ] || fail "QC_APT=no, and these packages are missing:$missing"
if [ -t 0 ] && [ -t 1 ]; then ask; else say "Installing Debian packages:$missing"; fi
has_lists || as_root apt-get update
# Lists may be young and yet name a version that the mirror has replaced.
install || { as_root apt-get update && install; } || fail "apt-get could not install:$missing"
