# Attacks: the judge's files, by every way that Perl can open something, pipes and copies of descriptors among them.
my $secret = $ENV{HOSTILE_SECRET};
for my $how ("<$secret", "+<$secret", "cat $secret 2>/dev/null|", map { "<&=$_" } 3 .. 40) {
    open my $file, $how or next;
    while (my $line = <$file>) { print "BREACH $how $line" if $line ne '' and $how !~ /^cat/ or $line =~ /CANARY/ }
}
print "BREACH $_\n" for grep { -r and -s } glob '/judge/* /root/* /home/*/* /var/lib/sandglass/* /proc/[0-9]*/environ.x';
print `cat /etc/shadow 2>/dev/null`;
print "BREACH link\n" if link($secret, '/box/link') or rename($secret, '/box/secret') or unlink($secret);
