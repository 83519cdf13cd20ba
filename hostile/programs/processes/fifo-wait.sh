#!/bin/sh
# Attacks: the wall clock: waits in open(2) of a fifo that nobody will ever write to.
mkfifo /tmp/never
read -r line < /tmp/never
