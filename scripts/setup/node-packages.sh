#!/usr/bin/env bash
# Installs pnpm, Node 24 (a registry package) and the locked dependencies into the checkout.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

pnpm_version=$(sed -n 's/.*"pnpm": "\([0-9.]*\)".*/\1/p' "$root/package.json")
tools="$state/tools"
# pnpm's program itself, without the package around it, which would run a script to put it in place.
case $(uname -m) in
  x86_64) pnpm_package=@pnpm/exe.linux-x64 ;;
  aarch64) pnpm_package=@pnpm/exe.linux-arm64 ;;
  *) fail "there is no Node 24 package for $(uname -m): x86_64 and aarch64 are supported" ;;
esac
program="$tools/node_modules/$pnpm_package/pnpm"
# Where the other steps find it.
pnpm="$tools/node_modules/.bin/pnpm"

if ! grep -qs "\"version\": \"$pnpm_version\"" "${program%/pnpm}/package.json" || [[ ! -x $pnpm ]]; then
  command -v npm >/dev/null || fail 'npm is missing: apt-get install npm'
  say "Installing pnpm $pnpm_version"
  # With a lock file of its own: what npm fetches has the SHA-512 of that file, or is not installed.
  mkdir -p "$tools"
  cp "$root"/scripts/setup/pnpm/package{,-lock}.json "$tools"
  quietly install-pnpm npm ci --prefix "$tools" --ignore-scripts --no-audit --no-fund
  # npm goes on without an optional package, after any error.
  [[ -x $program ]] || fail "pnpm was not installed: it cannot be fetched, or is not what scripts/setup/pnpm/package-lock.json says (whole output: $state/install-pnpm.log)"
  mkdir -p "${pnpm%/pnpm}"
  ln -sfn "../$pnpm_package/pnpm" "$pnpm"
fi

manifests=("$root/pnpm-lock.yaml" "$root/pnpm-workspace.yaml" "$root"/package.json "$root"/{apps,packages,native}/*/package.json "$root"/{samples,bench,fuzz,hostile,e2e}/package.json)
if ! unchanged node-packages "${manifests[@]}" || [[ ! -x $root/node_modules/.bin/node ]]; then
  say 'Installing the locked Node packages (with Node 24)'
  quietly pnpm-install "$pnpm" install --dir "$root" --frozen-lockfile
  # What was known of types is of the packages before.
  rm -f "$state/types.tsbuildinfo"
  remember node-packages "${manifests[@]}"
fi
