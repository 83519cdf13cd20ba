#!/bin/sh
# Builds build/sandglass-sandbox (broker and supervisors), build/sandbox.node (the addon) and build/sentinel (the
# calibration program).
# Incremental: an object is compiled again only when its source or any header is newer.
# usage: build.sh [release|sanitized|fuzz|units]; all but release are made by check/Makefile, which says what they are.
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
  sanitized | fuzz | units) exec make --no-print-directory -s -C check -j"${JOBS:-2}" "$kind" ;;
  *) echo "build.sh: unknown kind '$kind' (release, sanitized, fuzz, units)" >&2; exit 64 ;;
esac

flags="-O2 -fstack-protector-strong"
link="-static-libstdc++ -static-libgcc -s"
headers_dir=$(dirname "$(node -p "require.resolve('node-api-headers/package.json')" 2>/dev/null || true)")
[ -f "$headers_dir/include/node_api.h" ] || { echo "build.sh: node-api-headers is not installed (run pnpm install)" >&2; exit 69; }
newest_header=$(ls -t core/*.h core/*.inc addon/*.h build.sh | head -1)
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
for src in core/*.cc; do
  obj="build/obj/$(basename "$src" .cc).o"
  compile "$src" "$obj"
  objects="$objects $obj"
done
for src in addon/*.cc; do
  obj="build/obj/addon-$(basename "$src" .cc).o"
  compile "$src" "$obj" -fPIC -fvisibility=hidden -I"$headers_dir/include"
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
if [ ! -f build/sentinel ] || [ sentinel/sentinel.cc -nt build/sentinel ] || [ build.sh -nt build/sentinel ]; then
  # Static: it runs inside any chroot image.
  "$cxx" $common -O2 -static $link -o build/sentinel.new sentinel/sentinel.cc
  mv build/sentinel.new build/sentinel
fi
