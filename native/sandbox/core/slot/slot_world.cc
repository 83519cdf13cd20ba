#include "slot/slot_world.h"

#include <algorithm>
#include <climits>
#include <csignal>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <linux/mempolicy.h>
#include <linux/oom.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>

#include "kernel/seccomp.h"
#include "slot/cpu_view.h"
#include "slot/rootfs.h"
#include "slot/trust.h"

namespace sandglass {
namespace {

/**
 * 0, 1, 2 and the barrier's number become /dev/null, so that no other descriptor ever gets them. (What was there came
 * from the broker, whose own socket is number 3 or higher and has been closed by now.)
 */
Fd reserve_low_descriptors() {
  Fd null{must("open /dev/null", sys::call(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC))};
  null = Fd{must("dup null", sys::call(SYS_fcntl, null.get(), F_DUPFD_CLOEXEC, barrier_fd + 1))};
  for (int fd = 0; fd <= barrier_fd; ++fd) {
#ifdef SANDGLASS_SANITIZED
    if (fd == STDERR_FILENO) continue;
#endif
    must("dup null", sys::call(SYS_dup3, null.get(), fd, O_CLOEXEC));
  }
  return null;
}

void pin_cpus(const std::vector<u32>& cpus) {
  if (cpus.empty()) return;
  unsigned long mask[1024] = {};
  for (const u32 cpu : cpus) mask[cpu / 64] |= 1UL << (cpu % 64);
  must("sched_setaffinity", sys::call(SYS_sched_setaffinity, 0, sizeof mask, mask));
}

void pin_memory(const std::vector<u32>& nodes) {
  if (nodes.empty()) return;
  unsigned long mask[16] = {};
  for (const u32 node : nodes) mask[node / 64] |= 1UL << (node % 64);
  must("set_mempolicy", sys::call(SYS_set_mempolicy, MPOL_BIND, mask, sizeof mask * 8));
}

/**
 * The stack limit is also the size of each thread's stack, as the C library takes it, and the kernel refuses one mapping
 * of more than the host's whole memory: a program could start no thread where its limit is above that.
 */
u64 largest_stack() {
  struct sysinfo host {};
  if (sysinfo(&host) != 0) return ~0ULL;
  return static_cast<u64>(host.totalram) * host.mem_unit / 2;
}

/**
 * Limits that are the same for every run: the supervisor lives under them too, so they cost a run nothing. A core limit of
 * exactly 1 is the kernel's sign that a piped core_pattern starts no handler (fs/coredump.c), which 0 is not; a file of
 * one byte is below the least it writes. The filter keeps programs from lowering it.
 */
void set_fixed_limits() {
  const std::pair<int, u64> fixed[] = {{RLIMIT_CORE, 1},   {RLIMIT_MEMLOCK, 0}, {RLIMIT_MSGQUEUE, 0},
                                       {RLIMIT_RTPRIO, 0}, {RLIMIT_NICE, 0},    {RLIMIT_SIGPENDING, 4096}};
  for (const auto& [resource, value] : fixed) {
    const struct { u64 soft, hard; } both = {value, value};
    must("setrlimit", sys::call(SYS_prlimit64, 0, resource, &both, nullptr));
  }
}

void drop_bounding_set() {
  for (int capability = 0; capability <= 63; ++capability) {
    if (sys::call(SYS_prctl, PR_CAPBSET_DROP, capability, 0, 0, 0) == -EINVAL) break;
  }
  sys::call(SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

/** What the supervisor still needs; all else is given up. */
void keep_needed_capabilities() {
  const u32 keep = (1U << CAP_CHOWN) | (1U << CAP_DAC_OVERRIDE) | (1U << CAP_FOWNER) | (1U << CAP_KILL) |
                   (1U << CAP_SETGID) | (1U << CAP_SETUID) | (1U << CAP_IPC_OWNER) | (1U << CAP_SYS_PTRACE) |
                   (1U << CAP_SYS_ADMIN) | (1U << CAP_SYS_NICE) | (1U << CAP_SYS_RESOURCE);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  must("capget", sys::call(SYS_capget, &header, data));
  // A container may lack some of them already.
  const u32 kept = keep & data[0].permitted;
  data[0] = {kept, kept, 0};
  data[1] = {0, 0, 0};
  must("capset", sys::call(SYS_capset, &header, data));
}

Caretaker start_caretaker(Fd host_mounts, Fd slot_mounts, int writable_root, const SlotRequest& request,
                          SlotFacts* facts) {
  int ends[2];
  must("socketpair", sys::call(SYS_socketpair, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends));
  Fd mine{ends[0]}, theirs{ends[1]};
  const pid_t pid = fork();
  if (pid < 0) throw Failure{"fork caretaker", errno};
  if (pid == 0) {
    // It keeps only what it needs; the client's socket above all must not be held open by it.
    const int kept[] = {theirs.get(), host_mounts.get(), slot_mounts.get(), writable_root};
    for (int fd = 3; fd < 1024; ++fd) {
      if (std::find(std::begin(kept), std::end(kept), fd) == std::end(kept)) sys::call(SYS_close, fd);
    }
    mine.release();
    run_caretaker({std::move(theirs), std::move(host_mounts), std::move(slot_mounts), writable_root, request.box_bytes,
                   request.box_inodes, facts});
  }
  return {std::move(mine), pid};
}

}  // namespace

Fd open_above_reserved(const char* path, int flags) {
  const Fd first{sys::call(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC)};
  return first.valid() ? Fd{sys::call(SYS_fcntl, first.get(), F_DUPFD_CLOEXEC, barrier_fd + 1)} : Fd{};
}

SlotWorld build_world(SlotMakings& m) {
  SlotWorld world;
  world.uid = m.uid;
  umask(022);
  world.null = reserve_low_descriptors();

  world.most_stack = largest_stack();
  world.cpus = m.request.cpus.empty() ? usable_cpus() : m.request.cpus;
  std::sort(world.cpus.begin(), world.cpus.end());
  const std::string cpus = cpu_list(world.cpus);
  const std::string nodes = cpu_list(m.request.memory_nodes);
  world.cgroup = m.host.mode == CgroupHost::Mode::v1 ? make_cgroup_v1(m.host, m.cgroup_name, cpus, nodes)
                                                     : make_cgroup_v2(m.host, m.cgroup_name, cpus, nodes);
  pin_cpus(world.cpus);
  pin_memory(m.request.memory_nodes);
  world.precedence.take();

  check_descriptors(m.request, m.fds);
  // Copies of what the client named are taken while its descriptors still belong to our mount namespace.
  RootfsOptions options{Fd{}, {}, m.request.box_bytes, m.request.box_inodes, world.cpus, world.uid};
  if (m.request.rootfs_fd >= 0) {
    options.image = detached_copy(m.fds[static_cast<std::size_t>(m.request.rootfs_fd)].get(), true);
  }
  for (const BindRequest& bind : m.request.binds) {
    options.binds.emplace_back(bind.target, detached_copy(m.fds[static_cast<std::size_t>(bind.fd)].get(), true));
  }
  m.fds.clear();
  const auto mount_namespace = [] {
    return Fd{must("open ns/mnt", sys::call(SYS_openat, AT_FDCWD, "/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC))};
  };
  Fd host_mounts = mount_namespace();

  must("unshare", sys::call(SYS_unshare, CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS));
  Fd slot_mounts = mount_namespace();
  sys::call(SYS_sethostname, "sandbox", 7);
  Rootfs root = build_rootfs(std::move(options));
  world.meminfo = std::move(root.meminfo);

  sys::call(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, 0, 0, 0, 0);
  drop_bounding_set();
  world.facts = share_facts();
  world.caretaker =
      start_caretaker(std::move(host_mounts), std::move(slot_mounts), root.writable.get(), m.request, world.facts);
  set_fixed_limits();
  keep_needed_capabilities();
  world.precedence.bound();
  must("getrandom", sys::call(SYS_getrandom, &filter_key, sizeof filter_key, 0));
  const Fd listener = install_base(filter_key, m.sysinfo ? Sysinfo::listener : Sysinfo::kernel);
  if (listener.valid()) world.caretaker.answer_sysinfo(listener.get());
  return world;
}

}  // namespace sandglass
