# Attacks: files of the judge and of others, while a Perl program is checked: BEGIN blocks run then.
BEGIN {
    for my $path ('@SECRET@', '/etc/shadow', '/program/secret.h', '/judge/answer', '/proc/1/environ') {
        print "BREACH $path ", <$file> if open my $file, '<', $path and $path ne '/proc/1/environ';
        print STDERR <$file> if defined $file;
    }
    for my $path ('/etc/evil', '/usr/bin/evil', '/program/evil') { print "BREACH wrote $path\n" if open my $file, '>', $path }
}
print 1;
