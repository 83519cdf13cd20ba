#!/usr/bin/env bash
# Writes the secrets that docker-compose.yml names into docker/secrets/; what exists is kept.
# The judgehost's token is made by the api once it runs: docs/operations.md.
set -euo pipefail
folder="$(dirname "${BASH_SOURCE[0]}")/secrets"
mkdir -p "$folder"
umask 077

keep() { [[ -e "$folder/$1" ]] || printf '%s\n' "$2" >"$folder/$1"; }
random() { head -c 24 /dev/urandom | base64 | tr '+/' '-_'; }

keep database-password "$(random)"
keep redis-password "$(random)"
keep admin-password "$(random)"
keep signing-secret "$(random)$(random)"
keep database-url "postgresql://sandglass:$(<"$folder/database-password")@postgres:5432/sandglass"
keep redis-url "redis://:$(<"$folder/redis-password")@redis:6379"
[[ -e "$folder/judgehost-token" ]] || : >"$folder/judgehost-token"
echo "Secrets are in $folder; the admin's password is in admin-password."
