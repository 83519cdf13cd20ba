# Attacks: the end of the run: a daemon by Ruby's own method, and handlers at its end that go on.
fork { Process.daemon(false, true); loop { sleep 1000 } }
fork { trap('TERM', 'IGNORE'); at_exit { sleep 1000 }; exit }
at_exit { fork { sleep 1000 } }
exit! 0 if ARGV.any?
