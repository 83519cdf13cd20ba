# Attacks: the kernel from Perl, which can make any call by its number.
use strict;
my $zeros = "\0" x 4096;
my %calls = (ptrace => [101, 16, 1, 0, 0], chroot => [161, '/'], mount => [165, 'x', '/box', 'tmpfs', 0, ''], unshare => [272, 0x10000000],
    bpf => [321, 0, $zeros, 64], perf => [298, $zeros, 0, -1, -1, 0], uring => [425, 1, $zeros], keys => [248, 'user', 'x', $zeros, 4, -3],
    handle => [304, -100, $zeros, 0], modules => [175, $zeros, 0, '']);
for my $name (sort keys %calls) {
    print "BREACH $name\n" if syscall(shift @{ $calls{$name} }, @{ $calls{$name} }) >= 0;
}
print "BREACH setuid\n" if ($< = 0, $> = 0, $> == 0);
print "BREACH chroot\n" if chroot '/box';
