#!/usr/bin/env bash
# Installs the Debian packages of the named groups that are missing:
#   build      compiler and tools for the native part
#   services   PostgreSQL and Redis (their own services are left off: ours are private)
#   languages  the compilers that every contest has
#   more-languages  further small ones (70 MB); what this release of Debian does not have is left out
#   image      makes chroot images
#   network    network namespaces for tests with several hosts, and a clock of PostgreSQL's own that tests set
#   browser    Chromium and fonts for the end-to-end tests
#   checks     clang with libFuzzer, its formatter and valgrind, for checks of the native code; g++ does where they cannot be had
#   virtual-machine   an emulated machine for tests on an older kernel (x86-64 only)
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# A package is looked for by a file it brings, which is quicker than asking dpkg and
# accepts a compiler that was installed another way.
declare -A brings=(
  [g++]=/usr/bin/g++ [make]=/usr/bin/make [ca-certificates]=/etc/ssl/certs/ca-certificates.crt
  [libc6-dev]=/usr/include/stdio.h [util-linux]=/usr/bin/unshare [debootstrap]=/usr/sbin/debootstrap [iproute2]='/*bin/ip'
  [libfaketime]='/usr/lib/*/faketime/libfaketime.so.1'
  [postgresql]='/usr/lib/postgresql/*/bin/postgres' [redis-server]=/usr/bin/redis-server
  [gcc]=/usr/bin/gcc [python3]=/usr/bin/python3 [default-jdk-headless]='/usr/lib/jvm/*/bin/javac'
  [chromium]=/usr/bin/chromium [fonts-ipafont-gothic]=/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf [fonts-dejavu-core]='/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'
  [qemu-system-x86]=/usr/bin/qemu-system-x86_64 [seabios]=/usr/share/seabios/bios-256k.bin
  [busybox-static]=/bin/busybox
  [ruby]=/usr/bin/ruby [php-cli]=/usr/bin/php [lua5.4]=/usr/bin/luac5.4 [fp-compiler]=/usr/bin/fpc [mono-mcs]=/usr/bin/mcs [pypy3]=/usr/bin/pypy3
  [clang-14]='/usr/bin/clang++*' [libclang-rt-14-dev]='/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a'
  [clang-format-14]=/usr/bin/clang-format-14 [valgrind]=/usr/bin/valgrind [g++-aarch64-linux-gnu]=/usr/bin/aarch64-linux-gnu-g++
)
declare -A groups=(
  [build]='g++ make libc6-dev util-linux'
  [services]='postgresql redis-server'
  [languages]='gcc g++ python3 default-jdk-headless'
  [image]='debootstrap'
  [network]='iproute2 libfaketime'
  [more-languages]='ruby php-cli lua5.4 fp-compiler mono-mcs pypy3'
  [browser]='chromium fonts-dejavu-core fonts-ipafont-gothic'
  [checks]='clang-14 clang-format-14 libclang-rt-14-dev valgrind g++-aarch64-linux-gnu'
  [virtual-machine]='qemu-system-x86 seabios busybox-static'
)

missing=()
for group in "$@"; do
  for package in ${groups[$group]:?unknown group of packages: $group}; do
    compgen -G "${brings[$package]}" >/dev/null || missing+=("$package")
  done
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

if ! command -v apt-get >/dev/null; then
  fail "missing: ${missing[*]}. This is not Debian or Ubuntu: install them with your system's package manager."
fi
if [[ $(id -u) != 0 ]]; then
  fail "missing: ${missing[*]}. Run once as root, or: sudo apt-get install ${missing[*]}"
fi

say "Installing Debian packages: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive

# The packages of PostgreSQL and Redis would make and start servers of their own; ours are private.
policy=/usr/sbin/policy-rc.d
if [[ ! -e $policy ]]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
if [[ " ${missing[*]} " == *' postgresql '* && ! -e /etc/postgresql-common/createcluster.conf ]]; then
  mkdir -p /etc/postgresql-common
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
fi
quietly apt-update apt-get update
# Nobody's contest depends on all further languages, the checks do with g++ alone, and releases differ (PyPy and Mono come and go).
for group in more-languages checks; do
  [[ " $* " == *" $group "* ]] || continue
  for package in ${groups[$group]}; do
    [[ " ${missing[*]} " == *" $package "* ]] || continue
    apt-get install -s --no-install-recommends "$package" >/dev/null 2>&1 && continue
    say "This release has no $package: what needs it stays off"
    for i in "${!missing[@]}"; do [[ ${missing[i]} != "$package" ]] || unset "missing[$i]"; done
  done
done
[[ ${#missing[@]} -gt 0 ]] || exit 0
quietly apt-install apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-confold "${missing[@]}"
