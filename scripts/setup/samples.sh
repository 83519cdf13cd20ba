#!/usr/bin/env bash
# Makes the sample contest's problem packages (big test data is generated, not kept in git).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

mapfile -t sources < <(find "$root/samples" -type f -not -path '*/build/*' -not -path '*/node_modules/*' | sort)
if unchanged samples "${sources[@]}" && [[ -d $root/samples/build ]]; then exit 0; fi
[[ -d $root/samples/build ]] || say 'Generating the sample contest'
quietly build-samples "$root/node_modules/.bin/node" "$root/samples/build.ts"
remember samples "${sources[@]}"
