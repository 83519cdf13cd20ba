#!/bin/sh
# Builds build/sandglass-sandbox (broker and supervisors), build/sandbox.node (the addon) and build/calibration (the
# calibration program).
# Incremental: an object is compiled again only when its source or any header is newer.
# usage: build.sh [release|sanitized|fuzz|units|cost]; all but release are made by check/Makefile, which says what they are.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"
kind=${1:-release}
cxx=${CXX:-g++}
common="-std=c++20 -Wall -Wextra -Werror -fno-strict-aliasing"
command -v "$cxx" >/dev/null || { echo "build.sh: no C++ compiler '$cxx' (Debian: apt-get install g++)" >&2; exit 69; }
mkdir -p build/obj

link_if_older() { # target inputs…
  target=$1; shift
  for input in "$@"; do
    if [ ! -f "$target" ] || [ "$input" -nt "$target" ]; then return 0; fi
  done
  return 1
}

case $kind in
  release) ;;
  sanitized | fuzz | units | cost) exec make --no-print-directory -s -C check -j"${JOBS:-2}" "$kind" ;;
  *) echo "build.sh: unknown kind '$kind' (release, sanitized, fuzz, units, cost)" >&2; exit 64 ;;
esac

flags="-O2 -fstack-protector-strong"
link="-static-libstdc++ -static-libgcc -s"
. ../node-api.sh
# package.json names the version of Node's headers.
newest_header=$(ls -t core/*/*.h core/*/*.inc addon/*.h build.sh ../node-api.sh package.json | head -1)
running=0
pids=""
compile() { # source object flags…
  src=$1 obj=$2; shift 2
  if [ -f "$obj" ] && [ ! "$src" -nt "$obj" ] && [ ! "$newest_header" -nt "$obj" ]; then return 0; fi
  "$cxx" $common $flags "$@" -c "$src" -o "$obj" &
  pids="$pids $!"
  running=$((running + 1))
  if [ "$running" -ge "${JOBS:-2}" ]; then set -- $pids; wait "$1"; shift; pids="$*"; running=$((running - 1)); fi
}
objects="" addon_objects=""
mkdir -p build/obj/core
for src in core/*.cc core/*/*.cc; do
  obj="build/obj/core/$(basename "$src" .cc).o"
  compile "$src" "$obj" -Icore
  objects="$objects $obj"
done
for src in addon/*.cc; do
  obj="build/obj/addon-$(basename "$src" .cc).o"
  compile "$src" "$obj" $node_api
  addon_objects="$addon_objects $obj"
done
for pid in $pids; do wait "$pid"; done

if link_if_older build/sandglass-sandbox $objects; then
  "$cxx" -static $link -o build/sandglass-sandbox.new $objects
  mv build/sandglass-sandbox.new build/sandglass-sandbox
fi
if link_if_older build/sandbox.node $addon_objects; then
  "$cxx" -shared $link -o build/sandbox.node.new $addon_objects
  mv build/sandbox.node.new build/sandbox.node
fi
if [ ! -f build/calibration ] || [ calibration/calibration.cc -nt build/calibration ] || [ build.sh -nt build/calibration ]; then
  # Static: it runs inside any chroot image.
  "$cxx" $common -O2 -static $link -o build/calibration.new calibration/calibration.cc
  mv build/calibration.new build/calibration
fi
