# Attacks: the kernel from Ruby: calls by number, limits, other users, the root.
require 'etc'
{ ptrace: [101, 16, 1], chroot: [161, '/'], mount: [165, 'x', '/box', 'tmpfs', 0, ''], unshare: [272, 0x10000000], modules: [313, 0, '', 0] }.each do |name, call|
  $VERBOSE = nil
  puts "BREACH #{name}" if syscall(*call) >= 0
rescue SystemCallError, NotImplementedError
  nil
end
{ root: -> { Process::Sys.setuid(0) }, chroot: -> { Dir.chroot('/') }, neighbour: -> { Process::UID.change_privilege(61_000) if Process.uid != 61_000 and true or raise Errno::EPERM },
  limit: -> { Process.setrlimit(Process::RLIMIT_NPROC, Process::RLIM_INFINITY) }, nice: -> { Process.setpriority(Process::PRIO_PROCESS, 0, -20) } }.each do |name, attempt|
  attempt.call
  puts "BREACH #{name}"
rescue SystemCallError
  nil
end
