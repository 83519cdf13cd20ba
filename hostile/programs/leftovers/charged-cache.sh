#!/bin/sh
# Attacks: the next run's memory: reads the system's largest files so that their cache is charged to the slot.
cat /usr/lib/x86_64-linux-gnu/*.so* /usr/lib/gcc/x86_64-linux-gnu/*/cc1 > /dev/null 2>&1
exit 0
