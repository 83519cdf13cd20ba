#!/usr/bin/env bash
# Generates the database client from prisma/schema.prisma.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if ! unchanged generate "$root/prisma/schema.prisma" || [[ ! -d $root/apps/api/src/generated ]]; then
  say 'Generating the database client'
  cd "$root"
  export PATH="$root/node_modules/.bin:$PATH"
  # Generating needs no schema engine, and the one that would be downloaded is never used here.
  PRISMA_SCHEMA_ENGINE_BINARY=/bin/true quietly generate "$state/tools/node_modules/.bin/pnpm" --filter @sandglass/api generate
  remember generate "$root/prisma/schema.prisma"
fi
