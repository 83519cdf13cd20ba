#!/bin/sh
# Fuzzes for SECONDS in all: half of them the decoders, starting from corpus/, half a real broker and its supervisors.
# usage: fuzz.sh SECONDS [SEED] [--keep] [--only decode|kernel-text|talk]
#   --keep  what was found new goes into corpus/, minimised; without it nothing in the repository changes (libFuzzer only)
#   --only  that one, for all of the time
# What makes a fuzzer fail is kept in ../build/fuzz/crash-*; `talk` prints the seed of the conversation that failed.
set -eu
cd "$(dirname "$0")"
usage='usage: fuzz.sh SECONDS [SEED] [--keep] [--only decode|kernel-text|talk]'
seconds=${1:?$usage}
seed=${2:-$$}
[ $# -lt 2 ] || shift
shift
keep='' only=''
while [ $# -gt 0 ]; do
  case $1 in
    --keep) keep=--keep ;;
    --only) only=${2:?$usage}; shift ;;
    *) echo "$usage" >&2; exit 64 ;;
  esac
  shift
done
case $only in '' | decode | kernel-text | talk) ;; *) echo "$usage" >&2; exit 64 ;; esac
../build.sh fuzz
../build.sh sanitized
../build.sh units
out=../build/fuzz

of_decoder=$((seconds / 4)) of_talk=$((seconds / 2))
[ -z "$only" ] || of_decoder=$seconds of_talk=$seconds
for name in decode kernel-text; do
  case $only in '' | "$name") ;; *) continue ;; esac
  extra=
  if [ "$name" = decode ]; then
    ../build/units/units seeds "$out/seeds"
    extra="$out/seeds"
  fi
  ./run-fuzzer.sh "$out" "$name" "$of_decoder" "$seed" "$keep" "$extra"
done
case $only in '' | talk) ;; *) exit 0 ;; esac
if [ "$(id -u)" = 0 ]; then
  "$out/talk" ../build/sanitized/sandglass-sandbox "$of_talk" "$seed"
else
  echo "talk: left out, it needs root"
fi
