#include "broker.h"

#include <algorithm>
#include <cstdlib>
#include <csignal>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "body.h"
#include "cgroup.h"
#include "host_view.h"
#include "probe.h"
#include "supervisor.h"
#include "sysinfo_desk.h"

namespace sandglass {
namespace {

struct LiveSlot {
  Fd pidfd;
  std::string cgroup_name;
};

constexpr u64 child_signal = 1ULL << (SIGCHLD - 1);

void reap(const LiveSlot& slot) {
  siginfo_t info{};
  while (sys::call(SYS_waitid, P_PIDFD, slot.pidfd.get(), &info, WEXITED, nullptr) == -EINTR) {
  }
}

class Broker {
 public:
  Broker(Fd socket, u32 uid_base)
      : socket_(std::move(socket)), uid_base_(uid_base), host_(find_cgroups()), prefix_(owner_prefix()) {
    remove_stale_cgroups(host_);
    const char* hooks = std::getenv("SANDGLASS_TEST_HOOKS");
    test_hooks_ = hooks != nullptr && std::strcmp(hooks, "1") == 0;
    // Processes of a supervisor that was killed come to us, not to a host init that may take seconds to reap them.
    sys::call(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    sys::call(SYS_rt_sigprocmask, SIG_BLOCK, &child_signal, nullptr, sizeof child_signal);
    deaths_ = Fd{sys::call(SYS_signalfd4, -1, &child_signal, sizeof child_signal, SFD_CLOEXEC | SFD_NONBLOCK)};
  }

  [[noreturn]] void serve() {
    while (true) {
      std::vector<pollfd> fds{{socket_.get(), POLLIN, 0}, {deaths_.get(), POLLIN, 0}};
      for (const LiveSlot& slot : slots_) fds.push_back({slot.pidfd.get(), POLLIN, 0});
      const timespec soon{0, 100'000'000};
      if (sys::call(SYS_ppoll, fds.data(), fds.size(), left_.empty() ? nullptr : &soon, nullptr, 0) < 0) continue;
      // First: whoever has lost a slot waits for the next one, not for the burial of the last.
      if (fds[0].revents != 0) hear();
      remove_left();
      for (std::size_t i = fds.size(); i-- > 2;) {
        if (fds[i].revents != 0) bury(i - 2);
      }
      if (fds[1].revents != 0) reap_adopted();
    }
  }

 private:
  void hear() {
    static u8 buffer[64 * 1024];
    Packet packet = receive(socket_.get(), buffer, MSG_DONTWAIT);
    if (packet.status == -EAGAIN || packet.status == -EINTR) return;
    if (packet.status == -EMSGSIZE) return refuse(Body{packet}.id(), "request too large", EMSGSIZE);
    if (packet.status <= 0) shut_down();
    Body body{packet};
    const u32 id = body.id();
    const auto kind = kind_of(body.bytes());
    if (kind == Kind::make_slot) {
      make_slot(packet, body.bytes(), id);
    } else if (kind == Kind::probe) {
      Writer w;
      w.word(static_cast<u32>(Reply::probe));
      w.word(id);
      w.word(protocol_version);
      w.text(probe_as_json(host_, sysinfo_));
      transmit(socket_.get(), w.bytes(), {});
    } else if (kind == Kind::host_view) {
      // After the kind and the number: whether namespaces are to be counted too.
      Reader r{body.bytes()};
      r.word();
      r.word();
      const bool namespaces = r.word() != 0;
      if (!r.ok()) return refuse(id, "decode request", EPROTO);
      Writer w;
      w.word(static_cast<u32>(Reply::host_view));
      w.word(id);
      w.text(host_view_as_json(namespaces));
      transmit(socket_.get(), w.bytes(), {});
    } else {
      refuse(id, "unknown request", EPROTO);
    }
  }

  void refuse(u32 id, const char* step, int error) {
    Writer w;
    w.word(static_cast<u32>(Reply::failure));
    w.word(id);
    w.text(step);
    w.word(static_cast<u32>(error));
    transmit(socket_.get(), w.bytes(), {});
  }

  void make_slot(Packet& packet, std::span<const u8> bytes, u32 id) {
    const char* refused = nullptr;
    auto request = decode_slot(bytes, packet.fds.size(), &refused);
    if (!request) return refuse(id, refused != nullptr ? refused : "decode request", refused != nullptr ? EDOM : EPROTO);
    if (uid_base_ != 0 && request->uid_base != uid_base_) return refuse(id, "uidBase is another than the broker's", EPERM);
    if (slots_.size() >= most_slots) return refuse(id, "slots alive", EMFILE);
    if (host_.mode == CgroupHost::Mode::none) return refuse(id, "cgroup controllers", ENOSYS);
    int ends[2];
    const long paired = sys::call(SYS_socketpair, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
    if (paired < 0) return refuse(id, "socketpair", static_cast<int>(-paired));
    Fd theirs{ends[0]}, ours{ends[1]};
    const std::string name =
        prefix_ + std::to_string(request->ordinal) + "-" + std::to_string(generation_++);
    const pid_t pid = fork();
    if (pid < 0) return refuse(id, "fork supervisor", errno);
    if (pid == 0) {
      // Held open by its own supervisor, the client's end would never be seen to close.
      theirs.reset();
      become_supervisor(std::move(ours), packet, std::move(*request), name);
    }
    slots_.push_back({Fd{sys::call(SYS_pidfd_open, pid, 0)}, name});
    Writer w;
    w.word(static_cast<u32>(Reply::slot));
    w.word(id);
    const int fd = theirs.get();
    transmit(socket_.get(), w.bytes(), {&fd, 1});
  }

  [[noreturn]] void become_supervisor(Fd ours, Packet& packet, SlotRequest request, const std::string& name) {
    sys::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    // The broker's socket and the other slots are none of this process's business.
    socket_.reset();
    deaths_.reset();
    slots_.clear();
    sys::call(SYS_rt_sigprocmask, SIG_UNBLOCK, &child_signal, nullptr, sizeof child_signal);
    run_supervisor(std::move(ours), {std::move(request), std::move(packet.fds), host_, name, test_hooks_, sysinfo_});
  }

  void reap_adopted() {
    signalfd_siginfo told;
    while (sys::call(SYS_read, deaths_.get(), &told, sizeof told) > 0) {
    }
    siginfo_t info{};
    while (sys::call(SYS_waitid, P_ALL, 0, &info, WEXITED | WNOHANG, nullptr) == 0 && info.si_pid != 0) info = {};
  }

  void bury(std::size_t index) {
    reap(slots_[index]);
    if (!remove_cgroups(host_, slots_[index].cgroup_name)) left_.push_back(slots_[index].cgroup_name);
    slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(index));
  }

  /** Groups that could not be removed at once. */
  void remove_left() {
    std::erase_if(left_, [&](const std::string& name) { return remove_cgroups(host_, name); });
  }

  [[noreturn]] void shut_down() {
    for (const LiveSlot& slot : slots_) sys::call(SYS_pidfd_send_signal, slot.pidfd.get(), SIGKILL, nullptr, 0);
    while (!slots_.empty()) bury(slots_.size() - 1);
    // What the supervisors left is reaped here, not by whoever inherits it.
    for (int i = 0; i < 500; ++i) {
      siginfo_t info{};
      if (sys::call(SYS_waitid, P_ALL, 0, &info, WEXITED | WNOHANG, nullptr) == -ECHILD) break;
      if (info.si_pid != 0) continue;
      const timespec pause{0, 1'000'000};
      sys::call(SYS_nanosleep, &pause, nullptr);
    }
    remove_left();
    while (true) sys::call(SYS_exit_group, 0);
  }

  Fd socket_, deaths_;
  u32 uid_base_;
  CgroupHost host_;
  std::string prefix_;
  std::vector<LiveSlot> slots_;
  /** Names of groups of slots that are no more. */
  std::vector<std::string> left_;
  u64 generation_ = 0;
  bool test_hooks_ = false;
  /** Found once: it takes a fork. */
  const bool sysinfo_ = can_answer_sysinfo();
};

}  // namespace

void run_broker(Fd socket, u32 uid_base) {
  sys::call(SYS_prctl, PR_SET_NAME, "sandglass-brok", 0, 0, 0);
  // The slots' supervisors inherit this: the kernel must look for memory among the contestants' programs.
  spit("/proc/self/oom_score_adj", "-1000");
  static Broker* broker = new Broker{std::move(socket), uid_base};
  broker->serve();
}

}  // namespace sandglass
