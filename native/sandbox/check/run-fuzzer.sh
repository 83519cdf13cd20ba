#!/bin/sh
# One fuzzer for SECONDS: everything that is known, then what it finds. Called by fuzz.sh, here and of the validator, in
# the folder that has corpus/.
# usage: run-fuzzer.sh BUILD NAME SECONDS SEED KEEP [FOLDER]   KEEP: --keep or '', FOLDER: more inputs to begin with
set -eu
out=$1 name=$2 seconds=$3 seed=$4 keep=$5 extra=${6:-}
mkdir -p "$out/found-$name" "corpus/$name"
# shellcheck disable=SC2086 # none or one word
"$out/fuzz-$name" -max_total_time="$((seconds > 0 ? seconds : 1))" -seed="$seed" -max_len=4096 -timeout=10 -verbosity=0 \
  -print_final_stats=0 -artifact_prefix="$out/crash-$name-" "$out/found-$name" "corpus/$name" $extra >"$out/$name.log" 2>&1 ||
  { tail -60 "$out/$name.log"; exit 1; }
echo "$name: $(ls "corpus/$name" | wc -l) inputs known, $(ls "$out/found-$name" | wc -l) found"
[ "$keep" = --keep ] || exit 0
rm -rf "$out/merged" && mkdir "$out/merged"
# shellcheck disable=SC2086
"$out/fuzz-$name" -merge=1 -verbosity=0 "$out/merged" "corpus/$name" "$out/found-$name" $extra >/dev/null 2>&1
rm -rf "corpus/$name" && mv "$out/merged" "corpus/$name"
