#!/bin/sh
# Attacks: secrets in the environment of the judge: everything that is not ours to know.
env | grep -v -E '^(HOSTILE_[A-Z]+|PATH|HOME|LANG|PWD|OLDPWD|SHLVL|_)=' | sed 's/^/BREACH /'
tr '\0' '\n' < /proc/1/environ 2> /dev/null | sed 's/^/BREACH /'
exit 0
