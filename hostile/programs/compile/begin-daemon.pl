# Attacks: the end of the compilation: a BEGIN block leaves a deaf daemon behind, which holds the compiler's output.
use POSIX ();
BEGIN {
    $SIG{$_} = 'IGNORE' for qw(TERM INT HUP QUIT PIPE XCPU);
    if (!fork) {
        POSIX::setsid();
        fork and POSIX::_exit(0);
        sleep 1 while 1;
    }
}
print 1;
