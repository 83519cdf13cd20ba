#!/usr/bin/env bash
# Starts the root broker and the judgehost's Node process as an ordinary user.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
install -d -o sandglass -g sandglass -m 711 "${SANDGLASS_DATA:-/var/lib/sandglass}"
exec scripts/container/as-child.sh native/sandbox/build/sandglass-sandbox launch --user "$(id -u sandglass)" --group "$(id -g sandglass)" -- \
  "$PWD/node_modules/.bin/node" "$PWD/apps/judgehost/src/main.ts"
