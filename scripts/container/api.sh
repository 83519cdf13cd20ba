#!/usr/bin/env bash
# Brings the database up to date, then starts the api as its only child. Several replicas may start at once:
# migrations take an advisory lock.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
node_modules/.bin/node apps/api/src/migrate.ts
exec scripts/container/as-child.sh node_modules/.bin/node apps/api/src/main.ts
