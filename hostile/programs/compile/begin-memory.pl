# Attacks: the host's memory, while a Perl program is checked.
BEGIN { my @all; push @all, 'x' x (16 << 20) while 1 }
print 1;
