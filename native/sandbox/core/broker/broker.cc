#include "broker/broker.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "broker/host_view.h"
#include "broker/supervisor.h"
#include "kernel/old_groups.h"
#include "kernel/probe.h"
#include "slot/sysinfo_proxy.h"
#include "wire/body.h"

namespace sandglass {
namespace {

struct LiveSlot {
  pid_t pid;
  Fd pidfd;
  std::string cgroup_name;
  u32 ordinal, uid;
};

u64 random_number() {
  u64 number = 0;
  must("getrandom", sys::call(SYS_getrandom, &number, sizeof number, 0));
  return number;
}

/** A process that is stuck in the kernel may stay for ever. */
constexpr u64 longest_ending_ns = 600'000'000'000;
/** To be closed where the kernel does not know close_range (before Linux 5.9). */
constexpr int most_descriptors = 4096;
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
    if (const char* path = std::getenv("SANDGLASS_TEST_SETUP_DELAY"))
      setup_delay_ = open_above_reserved(path, O_RDONLY);
    // Processes of a supervisor that was killed come to us, not to a host init that may take seconds to reap them.
    sys::call(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    sys::call(SYS_rt_sigprocmask, SIG_BLOCK, &child_signal, nullptr, sizeof child_signal);
    deaths_ = Fd{sys::call(SYS_signalfd4, -1, &child_signal, sizeof child_signal, SFD_CLOEXEC | SFD_NONBLOCK)};
    end_groups(stale_cgroups(host_));
  }

  [[noreturn]] void serve() {
    while (true) {
      std::vector<pollfd> fds{{socket_.get(), POLLIN, 0}, {deaths_.get(), POLLIN, 0}};
      for (const LiveSlot& slot : slots_) fds.push_back({slot.pidfd.get(), POLLIN, 0});
      if (sys::call(SYS_ppoll, fds.data(), fds.size(), nullptr, nullptr, 0) < 0) continue;
      // First: a client that has lost a slot waits for the next one, not for the end of the last.
      if (fds[0].revents != 0) hear();
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
      w.put_u32(static_cast<u32>(Reply::probe));
      w.put_u32(id);
      w.put_u32(protocol_version);
      w.text(probe_as_json(host_, sysinfo_, setup_delay_.valid()));
      transmit(socket_.get(), w.bytes(), {});
    } else if (kind == Kind::host_view) {
      // After the kind and the number: whether namespaces are to be counted too.
      Reader r{body.bytes()};
      r.get_u32();
      r.get_u32();
      const bool namespaces = r.get_u32() != 0;
      if (!r.ok()) return refuse(id, "decode request", EPROTO);
      Writer w;
      w.put_u32(static_cast<u32>(Reply::host_view));
      w.put_u32(id);
      w.text(host_view_as_json(namespaces));
      transmit(socket_.get(), w.bytes(), {});
    } else {
      refuse(id, "unknown request", EPROTO);
    }
  }

  void refuse(u32 id, const char* step, int error) {
    Writer w;
    w.put_u32(static_cast<u32>(Reply::failure));
    w.put_u32(id);
    w.text(step);
    w.put_u32(static_cast<u32>(error));
    transmit(socket_.get(), w.bytes(), {});
  }

  void make_slot(Packet& packet, std::span<const u8> bytes, u32 id) {
    const char* refused = nullptr;
    auto request = decode_slot(bytes, packet.fds.size(), &refused);
    if (!request)
      return refuse(id, refused != nullptr ? refused : "decode request", refused != nullptr ? EDOM : EPROTO);
    if (uid_base_ != 0 && request->uid_base != uid_base_)
      return refuse(id, "uidBase is another than the broker's", EPERM);
    if (slots_.size() >= most_slots) return refuse(id, "slots alive", EMFILE);
    if (host_.mode == CgroupHost::Mode::none) return refuse(id, "cgroup controllers", ENOSYS);
    int ends[2];
    const long paired = sys::call(SYS_socketpair, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
    if (paired < 0) return refuse(id, "socketpair", static_cast<int>(-paired));
    Fd theirs{ends[0]}, ours{ends[1]};
    // No number that rises: a program could read from it whether an earlier one was left behind (handover.h).
    const std::string name = prefix_ + std::to_string(request->ordinal) + "-" + std::to_string(random_number() >> 16);
    const u32 uid = choose_uid(*request);
    const pid_t pid = fork();
    if (pid < 0) return refuse(id, "fork supervisor", errno);
    if (pid == 0) {
      // Held open by its own supervisor, the client's end would never be seen to close.
      theirs.reset();
      become_supervisor(std::move(ours), packet, std::move(*request), name, uid);
    }
    slots_.push_back({pid, Fd{sys::call(SYS_pidfd_open, pid, 0)}, name, request->ordinal, uid});
    Writer w;
    w.put_u32(static_cast<u32>(Reply::slot));
    w.put_u32(id);
    const int fd = theirs.get();
    transmit(socket_.get(), w.bytes(), {&fd, 1});
  }

  /**
   * A slot has two users of its own. The kernel counts signals and pipes in flight by user: those of a run that is left
   * behind (handover.h) are not the next one's. Which of the two says nothing about what was before: it is drawn.
   */
  [[nodiscard]] u32 choose_uid(const SlotRequest& request) const {
    const u32 two[2] = {request.uid_base + request.ordinal, request.uid_base + (request.ordinal ^ other_user)};
    const u32 drawn = random_number() & 1;
    const auto taken = [&](u32 uid) {
      return std::any_of(slots_.begin(), slots_.end(), [&](const LiveSlot& slot) { return slot.uid == uid; });
    };
    return taken(two[drawn]) ? two[1 - drawn] : two[drawn];
  }

  [[noreturn]] void become_supervisor(Fd ours, Packet& packet, SlotRequest request, const std::string& name, u32 uid) {
    sys::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    // The broker's socket and the other slots are none of this process's business.
    socket_.reset();
    deaths_.reset();
    std::vector<Fd> predecessors;
    for (LiveSlot& slot : slots_) {
      if (slot.ordinal == request.ordinal) predecessors.push_back(std::move(slot.pidfd));
    }
    slots_.clear();
    sys::call(SYS_rt_sigprocmask, SIG_UNBLOCK, &child_signal, nullptr, sizeof child_signal);
    run_supervisor(std::move(ours), {.request = std::move(request),
                                     .fds = std::move(packet.fds),
                                     .host = host_,
                                     .cgroup_name = name,
                                     .uid = uid,
                                     .predecessors = std::move(predecessors),
                                     .setup_delay = std::move(setup_delay_),
                                     .sysinfo = sysinfo_});
  }

  void reap_adopted() {
    signalfd_siginfo death;
    while (sys::call(SYS_read, deaths_.get(), &death, sizeof death) > 0) {
    }
    siginfo_t info{};
    while (sys::call(SYS_waitid, P_ALL, 0, &info, WEXITED | WNOHANG, nullptr) == 0 && info.si_pid != 0) info = {};
  }

  void bury(std::size_t index) {
    reap(slots_[index]);
    end_groups({slots_[index].cgroup_name});
    slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(index));
  }

  /**
   * Of slots that are no more. Where processes are still inside, in a process of its own: the kernel may take long to end
   * them, and the broker has slots to make, beside whose runs the dying get no more than a small share. That process outlives
   * the broker: then there are no such runs.
   */
  void end_groups(std::vector<std::string> names) {
    std::erase_if(names, [&](const std::string& name) { return remove_empty_cgroups(host_, name); });
    // Without a process for it the next broker finds them.
    const pid_t broker = getpid();
    if (names.empty() || fork() != 0) return;
    sys::call(SYS_prctl, PR_SET_NAME, "sandglass-end", 0, 0, 0);
    // A share of the core of its own, and a small one.
    sys::call(SYS_setsid);
    give_share_to_session(Fd{sys::call(SYS_openat, AT_FDCWD, "/proc/self/autogroup", O_WRONLY | O_CLOEXEC)},
                          CpuShare::small);
    sys::call(SYS_setpriority, PRIO_PROCESS, 0, nice_of_each(1, CpuShare::small));
    // Nobody shall take the broker, or the process that started it, for alive because of what this process holds open.
    if (sys::call(SYS_close_range, 0, ~0U, 0) < 0) {
      for (int fd = 0; fd < most_descriptors; ++fd) sys::call(SYS_close, fd);
    }
    end_cgroups(host_, std::move(names), longest_ending_ns,
                [broker] { return getppid() == broker ? CpuShare::small : CpuShare::ordinary; });
    while (true) sys::call(SYS_exit_group, 0);
  }

  [[noreturn]] void shut_down() {
    std::vector<std::string> names;
    for (const LiveSlot& slot : slots_) {
      // One that waits for the end of a run does so in CPU time that nobody else wants (handover.h).
      give_share_to_slot(host_, slot.cgroup_name, {slot.pid}, CpuShare::ordinary);
      sys::call(SYS_pidfd_send_signal, slot.pidfd.get(), SIGKILL, nullptr, 0);
      names.push_back(slot.cgroup_name);
    }
    for (const LiveSlot& slot : slots_) reap(slot);
    slots_.clear();
    end_groups(std::move(names));
    // What the supervisors left is reaped here, not by the process that would inherit it.
    for (int i = 0; i < 500; ++i) {
      siginfo_t info{};
      if (sys::call(SYS_waitid, P_ALL, 0, &info, WEXITED | WNOHANG, nullptr) == -ECHILD) break;
      if (info.si_pid != 0) continue;
      const timespec pause{0, 1'000'000};
      sys::call(SYS_nanosleep, &pause, nullptr);
    }
    while (true) sys::call(SYS_exit_group, 0);
  }

  Fd socket_, deaths_;
  u32 uid_base_;
  CgroupHost host_;
  std::string prefix_;
  std::vector<LiveSlot> slots_;
  /** Tests make set-ups slow with it: supervisors read it before each launch. No request can do so. */
  Fd setup_delay_;
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
