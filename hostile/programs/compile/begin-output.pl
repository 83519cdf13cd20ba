# Attacks: the log of the compilation: a BEGIN block that prints without end, with terminal escapes and half letters.
BEGIN { $SIG{PIPE} = $SIG{XFSZ} = 'IGNORE'; print "\e[2J\e]0;noise\a\xff\xfe" x 1000 while 1 }
