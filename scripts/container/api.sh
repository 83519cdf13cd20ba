#!/usr/bin/env bash
# Brings the database up to date, then becomes the api. Several replicas may start at once:
# migrations take an advisory lock.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
node_modules/.bin/node apps/api/src/migrate.ts
exec node_modules/.bin/node apps/api/src/main.ts
