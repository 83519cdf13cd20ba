#!/bin/sh
# Fuzzes the default validator for SECONDS, starting from corpus/validator.
# usage: fuzz.sh SECONDS [SEED] [--keep] [--only validator]
#   --keep  what was found new goes into corpus/, minimised (libFuzzer only)
# What makes the fuzzer fail is kept in ../build/fuzz/crash-*.
set -eu
cd "$(dirname "$0")"
seconds=${1:?usage: fuzz.sh SECONDS [SEED] [--keep] [--only validator]}
seed=${2:-$$}
out=../build/fuzz
make --no-print-directory -s -j"${JOBS:-2}"
exec ../../sandbox/check/run-fuzzer.sh "$out" validator "$seconds" "$seed" "$(case " $* " in *" --keep "*) echo --keep ;; esac)"
