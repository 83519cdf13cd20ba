#!/usr/bin/ruby -W0 -r./begin-block
# Attacks: the check of Ruby sources: a first line with options and a BEGIN block, which must not run.
BEGIN { puts 'BREACH'; STDERR.puts 'BREACH' }
END { puts 'BREACH' }
puts 'BREACH'
