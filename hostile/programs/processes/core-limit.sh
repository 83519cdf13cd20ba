# Attacks: the host's core dump handler, from a shell that asks for dumps and lets its children crash.
for size in unlimited 0 1000; do
  if (ulimit -c "$size") 2>/dev/null; then echo "BREACH core limit $size"; fi
done
for signal in QUIT ABRT SEGV BUS; do sh -c "kill -$signal \$\$"; done 2>/dev/null
exit 0
