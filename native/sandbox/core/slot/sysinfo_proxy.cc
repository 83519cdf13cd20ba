#include "slot/sysinfo_proxy.h"

#include <algorithm>
#include <linux/filter.h>
#include <linux/mount.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>

#include "kernel/seccomp.h"
#include "wire/wire.h"

namespace sandglass {
namespace {

/** What /proc/uptime says in a slot, too. */
constexpr long uptime_s = 3600;
/** The kernel's structures may grow beyond our header's. */
constexpr std::size_t most_notice_bytes = 512;

Fd own_proc() {
  const Fd context{must("fsopen proc", sys::call(SYS_fsopen, "proc", FSOPEN_CLOEXEC))};
  sys::call(SYS_fsconfig, context.get(), FSCONFIG_SET_STRING, "subset", "pid", 0);
  must("create proc", sys::call(SYS_fsconfig, context.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0));
  return Fd{must("fsmount proc", sys::call(SYS_fsmount, context.get(), FSMOUNT_CLOEXEC,
                                           MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC))};
}

Fd open_of_thread(int proc, u32 thread, const char* name, int flags) {
  char path[48];
  std::snprintf(path, sizeof path, "%u/%s", thread, name);
  return Fd{sys::call(SYS_openat, proc, path, flags | O_CLOEXEC)};
}

bool sizes_fit() {
  seccomp_notif_sizes sizes{};
  return sys::call(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) == 0 && sizes.seccomp_notif <= most_notice_bytes &&
         sizes.seccomp_notif_resp <= most_notice_bytes;
}

/** The asker of `asks_and_is_answered`: 0 when sysinfo returned what only the proxy can have answered. */
[[noreturn]] void ask(int socket, u64 expected) {
  static const u32 go = 0;
  static sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sysinfo, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  static sock_fprog program = {sizeof code / sizeof code[0], code};
  sys::call(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const int listener = static_cast<int>(install_listening(&program));
  if (listener < 0 || transmit(socket, {reinterpret_cast<const u8*>(&go), sizeof go}, {&listener, 1}) < 0) _exit(1);
  struct sysinfo info {};
  const bool answered = sys::call(SYS_sysinfo, &info) == 0 && info.totalram == expected;
  _exit(answered ? 0 : 1);
}

}  // namespace

SlotFacts* share_facts() {
  void* page = mmap(nullptr, sizeof(SlotFacts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) throw Failure{"mmap facts", errno};
  return new (page) SlotFacts{};
}

bool can_answer_sysinfo() {
  constexpr u64 sample = 123ULL << 20;
  int ends[2];
  if (!sizes_fit() || sys::call(SYS_socketpair, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return false;
  Fd mine{ends[0]}, theirs{ends[1]};
  const pid_t pid = fork();
  if (pid < 0) return false;
  if (pid == 0) {
    mine.reset();
    ask(theirs.get(), sample);
  }
  theirs.reset();
  try {
    u8 buffer[16];
    Packet packet = receive(mine.get(), buffer, 0);
    if (packet.fds.size() == 1) {
      SlotFacts facts{sample, 0};
      SysinfoProxy proxy{&facts};
      proxy.open(std::move(packet.fds[0]));
      proxy.serve_until_readable(mine.get());
    }
  } catch (const Failure&) {
    // No /proc of our own: the asker, whose listener is closed by now, is answered ENOSYS.
  }
  int status = 1;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void SysinfoProxy::open(Fd listener) {
  proc_ = own_proc();
  listener_ = std::move(listener);
}

void SysinfoProxy::serve_until_readable(int socket) {
  if (!listener_.valid()) return;
  while (true) {
    const u64 rest = broke_for_ns();
    const bool resting = rest > 0;
    pollfd fds[2] = {{socket, POLLIN, 0}, {resting ? -1 : listener_.get(), POLLIN, 0}};
    const timespec pause{0, static_cast<long>(rest)};
    const long n = sys::call(SYS_ppoll, fds, 2, resting ? &pause : nullptr, nullptr, 0);
    if (fds[0].revents != 0) return;
    if (n > 0 && fds[1].revents != 0) answer_one();
    if (!listener_.valid()) return;
  }
}

u64 SysinfoProxy::broke_for_ns() {
  const u64 now = monotonic_ns();
  const u64 earned = (now - booked_ns_) / pause_ns;
  booked_ns_ += earned * pause_ns;
  credit_ = std::min(most_credit, credit_ + earned);
  return credit_ > 0 ? 0 : booked_ns_ + pause_ns - now;
}

void SysinfoProxy::answer_one() {
  alignas(8) u8 request_bytes[most_notice_bytes] = {}, response_bytes[most_notice_bytes] = {};
  auto* request = reinterpret_cast<seccomp_notif*>(request_bytes);
  const long got = sys::call(SYS_ioctl, listener_.get(), SECCOMP_IOCTL_NOTIF_RECV, request);
  // ENOENT: killed while it asked.
  if (got == -ENOENT || got == -EINTR) return;
  if (got < 0) {
    // Without a listener the kernel itself answers ENOSYS: better than an asker who waits for ever.
    listener_.reset();
    return;
  }
  --credit_;
  __atomic_add_fetch(&facts_->asked, 1, __ATOMIC_RELAXED);
  auto* response = reinterpret_cast<seccomp_notif_resp*>(response_bytes);
  response->id = request->id;
  response->error = write_answer(request->id, request->pid, request->data.args[0]) ? 0 : -EFAULT;
  sys::call(SYS_ioctl, listener_.get(), SECCOMP_IOCTL_NOTIF_SEND, response);
}

bool SysinfoProxy::write_answer(u64 id, u32 thread, u64 address) const {
  const Fd memory = open_of_thread(proc_.get(), thread, "mem", O_WRONLY);
  if (!memory.valid()) return false;
  const u64 limit = __atomic_load_n(&facts_->memory_bytes, __ATOMIC_RELAXED);
  struct sysinfo info {};
  info.uptime = uptime_s;
  info.totalram = limit;
  info.freeram = limit - std::min(limit, resident_bytes(thread));
  info.procs = 1;
  info.mem_unit = 1;
  // Only now: while the thread still waits, what was opened under its number was its own.
  if (sys::call(SYS_ioctl, listener_.get(), SECCOMP_IOCTL_NOTIF_ID_VALID, &id) < 0) return false;
  return sys::call(SYS_pwrite64, memory.get(), &info, sizeof info, address) == static_cast<long>(sizeof info);
}

u64 SysinfoProxy::resident_bytes(u32 thread) const {
  char text[128];
  const Fd statm = open_of_thread(proc_.get(), thread, "statm", O_RDONLY);
  if (!statm.valid() || read_at_start(statm.get(), text, sizeof text) <= 0) return 0;
  const char* second = std::strchr(text, ' ');
  return second == nullptr ? 0 : parse_u64(second + 1) * static_cast<u64>(getpagesize());
}

}  // namespace sandglass
