#!/usr/bin/env bash
# Makes what compilers of contestants would otherwise make again for every submission, or lack:
#   /var/cache/sandglass/node   a Node of contestants' own (JavaScript, TypeScript): a copy, so that the sandbox shows
#                               nothing of this checkout
#   /var/cache/sandglass/go     Go's standard library, compiled (since Go 1.20 it comes as source)
# Owned by root and the same for every checkout of a machine; without root there is no sandbox that could use it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $(id -u) == 0 ]] || exit 0
cache=/var/cache/sandglass
install -d -m 755 "$cache"
# Several checkouts may be set up at the same time.
exec 9>"$cache/.lock"
flock 9

# place NAME VERSION FOLDER: puts a finished folder in its place at once; what was there goes.
place() {
  printf '%s\n' "$2" >"$3/version"
  chmod -R u=rwX,go=rX "$3"
  rm -rf "${cache:?}/$1"
  mv -T "$3" "$cache/$1"
}
is_there() { [[ -f "$cache/$1/version" && $(<"$cache/$1/version") == "$2" ]]; }

node="$root/node_modules/.bin/node"
if [[ -x $node ]]; then
  version=$("$node" --version)
  if ! is_there node "$version"; then
    say "Copying Node $version for contestants' programs"
    folder=$(mktemp -d "$cache/.node.XXXXXX")
    install -D -m 755 "$(readlink -f "$node")" "$folder/bin/node"
    place node "$version" "$folder"
  fi
fi

# What contest programs import; a package that this Go does not have is passed over.
packages='bufio bytes cmp container/heap container/list container/ring context encoding/binary encoding/json errors
  flag fmt hash/crc32 hash/fnv hash/maphash index/suffixarray io iter log maps math math/big math/bits math/cmplx
  math/rand math/rand/v2 os reflect regexp runtime runtime/debug slices sort strconv strings sync sync/atomic
  text/tabwriter text/template time unicode unicode/utf8 unsafe'
for go in /usr/local/go/bin/go /usr/bin/go /usr/lib/go/bin/go; do
  [[ -x $go ]] || continue
  version=$("$go" version)
  if ! is_there go "$version"; then
    say "Compiling Go's standard library for contestants' programs"
    folder=$(mktemp -d "$cache/.go.XXXXXX")
    # The cache is keyed by these values: they are those of packages/languages/src/languages/go.ts.
    environment=(PATH=/usr/bin:/bin HOME="$folder/home" GOCACHE="$folder" GOPATH="$folder/gopath" GO111MODULE=off
      GOTOOLCHAIN=local GOPROXY=off GOFLAGS= CGO_ENABLED=0)
    mapfile -t known < <(cd / && env -i "${environment[@]}" "$go" list -e -f '{{if not .Error}}{{.ImportPath}}{{end}}' $packages)
    (cd / && quietly prepare-go env -i "${environment[@]}" "$go" build "${known[@]}")
    # A link is the slowest step, and a program that links proves that nothing is missing.
    printf 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("ready") }\n' >"$folder/ready.go"
    (cd "$folder" && quietly prepare-go env -i "${environment[@]}" "$go" build -buildvcs=false -o ready ready.go)
    rm -rf "$folder"/{home,gopath,ready,ready.go}
    place go "$version" "$folder"
  fi
  break
done
