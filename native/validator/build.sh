#!/bin/sh
# Builds build/validator.node (the addon) and build/default-validator (the program).
# Does nothing when neither a source nor the compiler nor this script nor the version of Node's headers has changed.
#
#   build.sh             what is shipped
#   build.sh sanitized   build/sanitized/default-validator, with address and undefined-behaviour checks
set -eu
cd "$(dirname "$0")"
CXX=${CXX:-g++}
target=build
flags="-O2 -std=c++20 -Wall -Wextra -Werror -fPIC -fvisibility=hidden"
# Static, so that the program also runs inside any chroot image.
link=-static
if [ "${1:-}" = sanitized ]; then
  target=build/sanitized
  flags="-O1 -g -std=c++20 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS"
  link=
else
  . ../node-api.sh
fi
mkdir -p "$target"
# Two builds at once would write the same files.
exec 9>"$target/.lock"
flock 9

stamp=$({ "$CXX" --version; echo "$flags"; cat build.sh ../node-api.sh package.json lib/*.cc lib/*.h; } | sha256sum)
if [ -f "$target/.stamp" ] && [ "$(cat "$target/.stamp")" = "$stamp" ]; then exit 0; fi

echo "native/validator: compiling"
objects=
for source in flags number show reader compare; do
  # shellcheck disable=SC2086 # the flags are words
  "$CXX" $flags -c "lib/$source.cc" -o "$target/$source.o"
  objects="$objects $target/$source.o"
done
# shellcheck disable=SC2086
"$CXX" $flags $link lib/main.cc $objects -o "$target/default-validator.new"
if [ "$target" = build ]; then
  # shellcheck disable=SC2086
  "$CXX" $flags $node_api -shared lib/addon.cc $objects -static-libstdc++ -static-libgcc -o build/validator.node.new
  mv build/validator.node.new build/validator.node
fi
mv "$target/default-validator.new" "$target/default-validator"
printf '%s\n' "$stamp" >"$target/.stamp"
