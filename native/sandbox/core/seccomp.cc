#include "seccomp.h"

#include <algorithm>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <vector>

#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif
#ifndef SYS_quotactl_fd
#define SYS_quotactl_fd 443
#endif
#ifndef SYS_cachestat
#define SYS_cachestat 451
#endif
#ifndef SYS_statmount
#define SYS_statmount 457
#endif
#ifndef SYS_listmount
#define SYS_listmount 458
#endif

namespace sandglass {
namespace {

#if defined(__x86_64__)
constexpr u32 native_arch = AUDIT_ARCH_X86_64;
#else
constexpr u32 native_arch = AUDIT_ARCH_AARCH64;
#endif
constexpr u32 x32_bit = 0x40000000;
/** PR_SCHED_CORE of linux/prctl.h, since Linux 5.14. */
constexpr u32 core_scheduling = 62;
/** SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV of linux/seccomp.h, since Linux 5.19. */
constexpr u32 wait_killable = 1U << 5;
/** Calls newer than mseal (462, Linux 6.10) have not been judged yet: to a program they do not exist. */
constexpr u32 first_unjudged = 463;
/** Of sendmsg and clone3, the first argument that the kernel looks at in neither. */
constexpr int key_argument = 3;

struct Denied {
  u32 number;
  u32 error;
  const char* why;
};

// EPERM where a program may ask and go on; ENOSYS where libraries have a fallback for kernels without the call; 0 where
// the call is done already: all a program can write is memory.
const Denied denied[] = {
    {SYS_ptrace, EPERM, "reads and steers other processes"},
    {SYS_process_vm_readv, EPERM, "reads other processes"},
    {SYS_process_vm_writev, EPERM, "writes other processes"},
    {SYS_process_madvise, EPERM, "acts on other processes' memory"},
    {SYS_process_mrelease, EPERM, "acts on other processes' memory"},
    {SYS_seccomp, EPERM, "filters are code in the kernel: a thousand of them freed at once stop it (docs/sandbox.md)"},
    {SYS_io_setup, ENOSYS, "takes from a sum of requests that all slots share (fs.aio-max-nr)"},
    {SYS_pidfd_getfd, EPERM, "takes descriptors out of other processes"},
    {SYS_kcmp, EPERM, "compares kernel objects, leaks their order in memory"},
    {SYS_keyctl, EPERM, "keyrings outlive the run and are not per namespace"},
    {SYS_add_key, EPERM, "keyrings outlive the run and are not per namespace"},
    {SYS_request_key, EPERM, "keyrings; starts a helper on the host"},
    {SYS_io_uring_setup, ENOSYS, "runs system calls past this filter"},
    {SYS_io_uring_enter, ENOSYS, "runs system calls past this filter"},
    {SYS_io_uring_register, ENOSYS, "runs system calls past this filter"},
    {SYS_bpf, EPERM, "loads code into the kernel"},
    {SYS_perf_event_open, EPERM, "observes the whole host"},
    {SYS_userfaultfd, EPERM, "stops the kernel in the middle of a copy; the tool of most exploits"},
    {SYS_memfd_secret, ENOSYS, "memory that cannot be reclaimed or inspected"},
    {SYS_mount, EPERM, "changes the mount tree"},
    {SYS_umount2, EPERM, "changes the mount tree"},
    {SYS_pivot_root, EPERM, "changes the root"},
    {SYS_chroot, EPERM, "changes the root"},
    {SYS_open_tree, EPERM, "changes the mount tree"},
    {SYS_move_mount, EPERM, "changes the mount tree"},
    {SYS_fsopen, EPERM, "makes file systems"},
    {SYS_fsconfig, EPERM, "makes file systems"},
    {SYS_fsmount, EPERM, "makes file systems"},
    {SYS_fspick, EPERM, "changes file systems"},
    {SYS_mount_setattr, EPERM, "changes the mount tree"},
    {SYS_statmount, ENOSYS, "tells where on the host the mounts come from"},
    {SYS_listmount, ENOSYS, "tells where on the host the mounts come from"},
    {SYS_unshare, EPERM, "makes namespaces: capabilities inside a user namespace open the rest of the kernel"},
    {SYS_kexec_load, EPERM, "replaces the kernel"},
    {SYS_kexec_file_load, EPERM, "replaces the kernel"},
    {SYS_init_module, EPERM, "loads code into the kernel"},
    {SYS_finit_module, EPERM, "loads code into the kernel"},
    {SYS_delete_module, EPERM, "unloads kernel code"},
    {SYS_reboot, EPERM, "stops the host"},
    {SYS_swapon, EPERM, "changes the host's swap"},
    {SYS_swapoff, EPERM, "changes the host's swap"},
    {SYS_acct, EPERM, "writes accounts of the whole host"},
    {SYS_quotactl, EPERM, "changes quotas"},
    {SYS_quotactl_fd, EPERM, "changes quotas"},
    {SYS_open_by_handle_at, EPERM, "opens files past every directory permission"},
    {SYS_name_to_handle_at, EPERM, "names files for open_by_handle_at"},
    {SYS_fanotify_init, EPERM, "watches whole file systems"},
    {SYS_fanotify_mark, EPERM, "watches whole file systems"},
    {SYS_lookup_dcookie, EPERM, "kernel profiling"},
    {SYS_syslog, EPERM, "the kernel's log: addresses and other people's crashes"},
    {SYS_settimeofday, EPERM, "sets the clock"},
    {SYS_clock_settime, EPERM, "sets the clock"},
    {SYS_clock_adjtime, EPERM, "bends the clock"},
    {SYS_adjtimex, EPERM, "bends the clock"},
    {SYS_sethostname, EPERM, "the name is shared with later runs"},
    {SYS_setdomainname, EPERM, "the name is shared with later runs"},
    {SYS_vhangup, EPERM, "terminals"},
    {SYS_nfsservctl, ENOSYS, "removed from the kernel"},
    {SYS_mbind, EPERM, "leaves the slot's memory node"},
    {SYS_set_mempolicy, EPERM, "leaves the slot's memory node"},
    {SYS_migrate_pages, EPERM, "leaves the slot's memory node"},
    {SYS_move_pages, EPERM, "leaves the slot's memory node; tells where memory is"},
    {450 /* set_mempolicy_home_node */, EPERM, "leaves the slot's memory node"},
    {SYS_sendmmsg, EPERM, "descriptors in flight in cycles of sockets outlive the run"},
    {SYS_mlockall, EPERM, "memory that cannot be reclaimed"},
    {SYS_mq_open, ENOSYS, "POSIX queues outlive the run"},
    {SYS_mq_unlink, ENOSYS, "POSIX queues outlive the run"},
    {SYS_shmget, ENOSYS, "SysV objects outlive the run; their ids count all that were ever made, removed ones too"},
    {SYS_shmat, ENOSYS, "SysV objects, see shmget"},
    {SYS_shmdt, ENOSYS, "SysV objects, see shmget"},
    {SYS_shmctl, ENOSYS, "SysV objects, see shmget"},
    {SYS_semget, ENOSYS, "SysV objects, see shmget"},
    {SYS_semop, ENOSYS, "SysV objects, see shmget"},
    {SYS_semtimedop, ENOSYS, "SysV objects, see shmget"},
    {SYS_semctl, ENOSYS, "SysV objects, see shmget"},
    {SYS_msgget, ENOSYS, "SysV objects, see shmget"},
    {SYS_msgsnd, ENOSYS, "SysV objects, see shmget"},
    {SYS_msgrcv, ENOSYS, "SysV objects, see shmget"},
    {SYS_msgctl, ENOSYS, "SysV objects, see shmget"},
    {SYS_cachestat, ENOSYS, "tells what of the host's files is in memory"},
    {SYS_inotify_init1, ENOSYS, "watches files that all slots share: tells what others run"},
    {SYS_sync, 0, "stalls the host's disks, and the caller where no kill reaches it"},
    {SYS_syncfs, 0, "stalls the host's disks, and the caller where no kill reaches it"},
    {SYS_fsync, 0, "stalls the host's disks by a file that is only read"},
    {SYS_fdatasync, 0, "stalls the host's disks by a file that is only read"},
    {SYS_sync_file_range, 0, "stalls the host's disks by a file that is only read"},
    {SYS_msync, 0, "stalls the host's disks by a file that is only read"},
    {SYS_fadvise64, 0, "throws files that all slots share out of memory"},
#if defined(__x86_64__)
    {SYS_inotify_init, ENOSYS, "watches files that all slots share: tells what others run"},
    {SYS_iopl, EPERM, "hardware ports"},
    {SYS_ioperm, EPERM, "hardware ports"},
    {SYS_modify_ldt, EPERM, "segment descriptors: rarely used, often broken kernel code"},
    {SYS_uselib, ENOSYS, "obsolete, often broken kernel code"},
    {SYS_ustat, ENOSYS, "obsolete; tells about host file systems"},
    {SYS_sysfs, ENOSYS, "obsolete; lists the host's file systems"},
    {SYS__sysctl, ENOSYS, "obsolete"},
    {SYS_create_module, ENOSYS, "obsolete"},
#endif
};

// setns is left open for the supervisor, which enters each run's PID namespace; a program lacks the capability it
// needs (CAP_SYS_ADMIN over the namespace's owner).

constexpr u32 namespace_flags = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                CLONE_NEWPID | CLONE_NEWNET;

/** Beside namespaces: children that the supervisor would have to reap, tracing, a shared queue of the disks. */
constexpr u32 refused_clone_flags = namespace_flags | CLONE_PARENT | CLONE_PTRACE | CLONE_UNTRACED | CLONE_IO;
/** What sockets of programs may be set to; above all no filters. */
constexpr u32 socket_options[] = {SO_REUSEADDR, SO_SNDBUF, SO_RCVBUF, SO_KEEPALIVE, SO_LINGER, SO_REUSEPORT, SO_PASSCRED,
                                  SO_RCVLOWAT, SO_RCVTIMEO, SO_SNDTIMEO};

constexpr u32 offset_number = offsetof(seccomp_data, nr);
constexpr u32 offset_arch = offsetof(seccomp_data, arch);
constexpr u32 offset_argument(int i) { return static_cast<u32>(offsetof(seccomp_data, args) + sizeof(u64) * static_cast<std::size_t>(i)); }

/** A small assembler: emits classic BPF; jumps are relative and at most 255 far, which `tree` keeps. */
class Assembler {
 public:
  void load(u32 offset) { code_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)); }
  void answer(u32 action) { code_.push_back(BPF_STMT(BPF_RET | BPF_K, action)); }
  void refuse(u32 error) { answer(SECCOMP_RET_ERRNO | error); }
  /** The next instruction is skipped unless the accumulator equals `k`. */
  void unless_equal_skip_one(u32 k) { code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, k, 0, 1)); }
  void if_equal_skip_one(u32 k) { code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, k, 1, 0)); }
  void unless_equal_skip(u32 k, u8 n) { code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, k, 0, n)); }
  void if_any_bit_else_skip_one(u32 k) { code_.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, k, 0, 1)); }
  void if_at_least_else_skip_one(u32 k) { code_.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, k, 0, 1)); }

  /** Decides a sorted list by bisection: the kernel walks the filter once per system call number at installation. */
  void tree(const std::vector<Denied>& list, std::size_t from, std::size_t to) {
    if (to - from <= 2) {
      for (std::size_t i = from; i < to; ++i) {
        unless_equal_skip_one(list[i].number);
        refuse(list[i].error);
      }
      answer(SECCOMP_RET_ALLOW);
      return;
    }
    const std::size_t middle = from + (to - from) / 2;
    // if (A >= middle) jump over the left half; the distance is patched once it is known, by a long jump.
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, list[middle].number, 0, 1));
    const std::size_t jump = code_.size();
    code_.push_back(BPF_STMT(BPF_JMP | BPF_JA, 0));
    tree(list, from, middle);
    code_[jump].k = static_cast<u32>(code_.size() - jump - 1);
    // Not reached in order: the true branch above falls into JA (to here), the false branch into the left half.
    tree(list, middle, to);
  }

  [[nodiscard]] sock_fprog program() { return {static_cast<unsigned short>(code_.size()), code_.data()}; }

 private:
  std::vector<sock_filter> code_;
};

long install(sock_fprog& program) { return sys::call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program); }

}  // namespace

long install_listening(const sock_fprog* program) {
  const u32 flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  const long listener = sys::call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | wait_killable, program);
  return listener == -EINVAL ? sys::call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, program) : listener;
}

Fd install_base(u64 key, Sysinfo sysinfo) {
  std::vector<Denied> list(std::begin(denied), std::end(denied));
  std::sort(list.begin(), list.end(), [](const Denied& a, const Denied& b) { return a.number < b.number; });

  Assembler a;
  // A foreign architecture's numbers mean other calls: no list of ours could judge them.
  a.load(offset_arch);
  a.if_equal_skip_one(native_arch);
  a.answer(SECCOMP_RET_KILL_PROCESS);
  a.load(offset_number);
  a.if_at_least_else_skip_one(x32_bit);
  a.answer(SECCOMP_RET_KILL_PROCESS);

  a.if_at_least_else_skip_one(first_unjudged);
  a.refuse(ENOSYS);

  // sendmsg(2), clone3(2): see the header. Libraries that find no clone3 go back to clone.
  for (const auto& [call, error] : {std::pair<u32, u32>{SYS_sendmsg, EPERM}, {SYS_clone3, ENOSYS}}) {
    a.unless_equal_skip(call, 6);
    a.load(offset_argument(key_argument));
    a.unless_equal_skip(static_cast<u32>(key), 3);
    a.load(offset_argument(key_argument) + 4);
    a.unless_equal_skip_one(static_cast<u32>(key >> 32));
    a.answer(SECCOMP_RET_ALLOW);
    a.refuse(error);
  }
  // setsockopt(2): socket filters are code in the kernel, as those of seccomp.
  a.unless_equal_skip(SYS_setsockopt, static_cast<u8>(5 + 2 * std::size(socket_options)));
  a.load(offset_argument(1));
  a.if_equal_skip_one(SOL_SOCKET);
  a.refuse(ENOPROTOOPT);
  a.load(offset_argument(2));
  for (const u32 option : socket_options) {
    a.unless_equal_skip_one(option);
    a.answer(SECCOMP_RET_ALLOW);
  }
  a.refuse(ENOPROTOOPT);
  // fcntl(2): notices and leases tell what other slots do with files that all share.
  a.unless_equal_skip(SYS_fcntl, 6);
  a.load(offset_argument(1));
  a.unless_equal_skip_one(F_NOTIFY);
  a.refuse(EINVAL);
  a.unless_equal_skip_one(F_SETLEASE);
  a.refuse(EINVAL);
  a.answer(SECCOMP_RET_ALLOW);
  // socket(2), socketpair(2): only AF_UNIX; IPv4/IPv6/vsock/netlink/packet sockets reach code no contest needs, and
  // asking for a family makes the kernel load its module.
  for (const u32 call : {SYS_socket, SYS_socketpair}) {
    a.unless_equal_skip(call, 4);
    a.load(offset_argument(0));
    a.unless_equal_skip_one(AF_UNIX);
    a.answer(SECCOMP_RET_ALLOW);
    a.refuse(EAFNOSUPPORT);
  }
  // clone(2)
  a.unless_equal_skip(SYS_clone, 4);
  a.load(offset_argument(0));
  a.if_any_bit_else_skip_one(refused_clone_flags);
  a.refuse(EPERM);
  a.answer(SECCOMP_RET_ALLOW);
  // personality(2): asking, the default, and switching off address randomisation (debuggers, some runtimes).
  a.unless_equal_skip(SYS_personality, 8);
  a.load(offset_argument(0));
  a.unless_equal_skip_one(0);
  a.answer(SECCOMP_RET_ALLOW);
  a.unless_equal_skip_one(0xffffffff);
  a.answer(SECCOMP_RET_ALLOW);
  a.unless_equal_skip_one(0x0040000);
  a.answer(SECCOMP_RET_ALLOW);
  a.refuse(EPERM);
  // prctl(PR_SCHED_CORE): a program with a cookie of its own keeps the other threads of its core from everybody else.
  // A filter of its own is refused as by seccomp(2).
  a.unless_equal_skip(SYS_prctl, 6);
  a.load(offset_argument(0));
  a.unless_equal_skip_one(PR_SET_SECCOMP);
  a.refuse(EPERM);
  a.unless_equal_skip_one(core_scheduling);
  a.refuse(EPERM);
  a.answer(SECCOMP_RET_ALLOW);
  // ioctl(TIOCSTI, TIOCLINUX) types into terminals.
  a.unless_equal_skip(SYS_ioctl, 6);
  a.load(offset_argument(1));
  a.unless_equal_skip_one(0x5412);
  a.refuse(EPERM);
  a.unless_equal_skip_one(0x541c);
  a.refuse(EPERM);
  a.answer(SECCOMP_RET_ALLOW);

  if (sysinfo == Sysinfo::listener) {
    a.unless_equal_skip_one(SYS_sysinfo);
    a.answer(SECCOMP_RET_USER_NOTIF);
  }
  a.tree(list, 0, list.size());

  must("no_new_privs", sys::call(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
  sock_fprog program = a.program();
  if (sysinfo == Sysinfo::listener) return Fd{must("seccomp", install_listening(&program))};
  must("seccomp", install(program));
  return {};
}

}  // namespace sandglass
