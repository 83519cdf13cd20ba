#!/usr/bin/env bash
# Installs pnpm, Node 24 (a registry package) and the locked dependencies into the checkout.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

pnpm_version=$(sed -n 's/.*"pnpm": "\([0-9.]*\)".*/\1/p' "$root/package.json")
tools="$state/tools"
pnpm="$tools/node_modules/.bin/pnpm"

if ! grep -qs "\"version\": \"$pnpm_version\"" "$tools/node_modules/pnpm/package.json"; then
  command -v npm >/dev/null || fail 'npm is missing: apt-get install npm'
  say "Installing pnpm $pnpm_version"
  mkdir -p "$tools"
  quietly install-pnpm npm install --prefix "$tools" --no-save --no-audit --no-fund "pnpm@$pnpm_version"
fi

manifests=("$root/pnpm-lock.yaml" "$root/pnpm-workspace.yaml" "$root"/package.json "$root"/{apps,packages,native}/*/package.json)
if ! unchanged node-packages "${manifests[@]}" || [[ ! -x $root/node_modules/.bin/node ]]; then
  say 'Installing the locked Node packages (with Node 24)'
  quietly pnpm-install "$pnpm" install --dir "$root" --frozen-lockfile
  # What was known of types is of the packages before.
  rm -f "$state/types.tsbuildinfo"
  remember node-packages "${manifests[@]}"
fi
