#!/bin/sh
# Attacks: the end of the run, with what a shell offers: nohup, setsid, traps and the background.
trap '' HUP INT TERM QUIT
nohup setsid sh -c 'while :; do echo alive > /tmp/alive; done' > /dev/null 2>&1 &
(setsid sleep 1000 &) &
exit 0
