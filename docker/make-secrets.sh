#!/usr/bin/env bash
# Writes the secrets that docker-compose.yml names into docker/secrets/; what exists is kept, and every file gets the owner
# who reads it in its container: a secret of compose is the file itself, with the owner and the mode it has here.
# The judgehost's token is made by the api once it runs: docs/operations.md.
set -euo pipefail
folder="$(dirname "${BASH_SOURCE[0]}")/secrets"

# What the services run as in their images: the Dockerfiles here, and redis' own. PostgreSQL's begins as root.
sandglass=999
redis=999
root=0

if [[ $(id -u) != 0 ]]; then
  echo "make-secrets.sh: files for other users can be made by root only: sudo $0" >&2
  exit 1
fi
umask 077
mkdir -p "$folder"
# Nobody else of this machine looks in, not even somebody with one of those numbers.
chown 0:0 "$folder"
chmod 700 "$folder"

# keep NAME VALUE, and own NAME OWNER: no link is followed.
keep() { [[ -e "$folder/$1" ]] || printf '%s\n' "$2" >"$folder/$1"; }
own() {
  chown --no-dereference "$2:$2" "$folder/$1"
  chmod 400 "$folder/$1"
}
random() { head -c 24 /dev/urandom | base64 | tr '+/' '-_'; }

keep database-password "$(random)"
keep redis-password "$(random)"
keep admin-password "$(random)"
keep signing-secret "$(random)$(random)"
keep database-url "postgresql://sandglass:$(<"$folder/database-password")@postgres:5432/sandglass"
keep redis-url "redis://:$(<"$folder/redis-password")@redis:6379"
# The queue must never lose a key to eviction; a judgehost that writes without end fills this, not the machine.
keep redis-config "requirepass $(<"$folder/redis-password")
appendonly yes
maxmemory 512mb
maxmemory-policy noeviction"
[[ -e "$folder/judgehost-token" ]] || : >"$folder/judgehost-token"

own database-password "$root"
own redis-password "$root"
own redis-config "$redis"
for name in database-url redis-url admin-password signing-secret judgehost-token; do own "$name" "$sandglass"; done
echo "Secrets are in $folder, readable by root and by the service each is for; the admin's password is in admin-password."
