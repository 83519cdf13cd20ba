#!/bin/sh
# Fuzzes for SECONDS in all: half of them the decoders, starting from corpus/, half a real broker and its supervisors.
# usage: fuzz.sh SECONDS [SEED] [--keep]
#   --keep  what was found new goes into corpus/, minimised; without it nothing in the repository changes (libFuzzer only)
# What makes a fuzzer fail is kept in ../build/fuzz/crash-*; `talk` prints the seed of the conversation that failed.
set -eu
cd "$(dirname "$0")"
seconds=${1:?usage: fuzz.sh SECONDS [SEED] [--keep]}
seed=${2:-$$}
keep=${3:-}
../build.sh fuzz
../build.sh sanitized
../build.sh units
out=../build/fuzz

fuzzers="decode kernel-text"
each=$((seconds / 4))
for name in $fuzzers; do
  mkdir -p "$out/found-$name" "corpus/$name"
  extra=
  if [ "$name" = decode ]; then
    ../build/units/units seeds "$out/seeds"
    extra="$out/seeds"
  fi
  # shellcheck disable=SC2086 # none or one word
  "$out/fuzz-$name" -max_total_time="$((each > 0 ? each : 1))" -seed="$seed" -max_len=4096 -timeout=10 -verbosity=0 \
    -print_final_stats=0 -artifact_prefix="$out/crash-" "$out/found-$name" "corpus/$name" $extra >"$out/$name.log" 2>&1 ||
    { tail -60 "$out/$name.log"; exit 1; }
  echo "$name: $(ls "corpus/$name" | wc -l) inputs known, $(ls "$out/found-$name" | wc -l) found"
  if [ "$keep" = --keep ]; then
    rm -rf "$out/merged" && mkdir "$out/merged"
    # shellcheck disable=SC2086
    "$out/fuzz-$name" -merge=1 -verbosity=0 "$out/merged" "corpus/$name" "$out/found-$name" $extra >/dev/null 2>&1
    rm -rf "corpus/$name" && mv "$out/merged" "corpus/$name"
  fi
done
if [ "$(id -u)" = 0 ]; then
  "$out/talk" ../build/sanitized/sandglass-sandbox "$((seconds / 2))" "$seed"
else
  echo "talk: left out, it needs root"
fi
