#!/usr/bin/env bash
# Builds the native parts when a source of theirs has changed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

for build in "$root"/native/*/build.sh; do
  folder=$(dirname "$build")
  name=$(basename "$folder")
  mapfile -t sources < <(find "$folder" -type f \( -name '*.cc' -o -name '*.h' -o -name '*.inc' -o -name build.sh -o -name package.json \) -not -path '*/build/*' -not -path '*/node_modules/*' | sort)
  sources+=("$root/native/node-api.sh")
  if unchanged "build-$name" "${sources[@]}" && [[ -d $folder/build ]]; then continue; fi
  say "Building native/$name"
  quietly "build-$name" "$build"
  remember "build-$name" "${sources[@]}"
done
