#!/bin/bash -x
# Attacks: the check of Bash sources, which must run nothing: no substitution, no subscript, no trap.
trap 'echo BREACH' EXIT DEBUG ERR
declare -a "list[$(echo BREACH >&2)]"
: "${list[$(echo BREACH >&2)]}" <(echo BREACH >&2) $((list[$(echo BREACH >&2)]))
cat <<TEXT
$(cat '@SECRET@')
TEXT
echo BREACH
