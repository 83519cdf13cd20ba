#!/bin/bash
# Attacks: the host's listeners, by the names that Bash takes for connections.
for name in tcp udp; do
  for host in 127.0.0.1 ::1 localhost "$HOSTILE_HOST"; do
    if exec 9<>"/dev/$name/$host/$HOSTILE_PORT"; then [ "$name" = udp ] || echo "BREACH $name $host"; fi
  done 2>/dev/null
done
exit 0
