#!/usr/bin/env bash
# Builds the web application into apps/web/dist.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

mapfile -t sources < <(find "$root/apps/web" "$root/packages/contracts/src" "$root/packages/domain/src" -type f \
  -not -path '*/node_modules/*' -not -path '*/dist/*' | sort)
if ! unchanged web "${sources[@]}" "$root/pnpm-lock.yaml" || [[ ! -f $root/apps/web/dist/index.html ]]; then
  say 'Building the web application'
  export PATH="$root/node_modules/.bin:$PATH"
  quietly build-web "$state/tools/node_modules/.bin/pnpm" --dir "$root" --filter @sandglass/web build
  remember web "${sources[@]}" "$root/pnpm-lock.yaml"
fi
