#include "run/handover.h"

#include <algorithm>
#include <csignal>
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "slot/slot_world.h"

namespace sandglass {
namespace {

/** An ordinary ending takes a few ms, also of 64 processes; on a busy host somewhat more. */
constexpr u64 shortest_patience_ns = 30'000'000;
/** Of the host's free memory what is left behind may hold this part: the next run wants some as well. */
constexpr u64 part_of_memory = 2;
/**
 * The kernel gives each session CPU time like a process, of nice 19 at least: 15 of 1024 parts. So many have a tenth of the
 * core between them. (Sessions of the dying can be neither left nor joined; 64 would have half of it.)
 */
constexpr std::size_t most_sessions = 7;
/** A run that waits asks again after its patience; more than one may be lost to a busy core. */
constexpr u64 shortest_haste_ns = 100'000'000, patiences = 3;

/**
 * A later supervisor of the slot sends it to one that it waits for. It ends no process that does not expect it (yet): it
 * is ignored unless blocked, and sent again.
 */
constexpr int make_haste = SIGURG;
constexpr u64 only_make_haste = 1ULL << (make_haste - 1);
/** In the middle of `do_interruptibly`. */
volatile sig_atomic_t heard_haste = 0;
constexpr timespec pause_time{0, 20'000'000};
/** Work in the kernel that nobody waits for is looked at this often: the time of its small share may have come. */
constexpr time_t longest_in_kernel_s = 1;

/** The run's processes. */
constexpr const char* processes_inside = "/proc/.pids/";

/** What is left of a run would have no more of the core than it is meant to. Where that is not to be found out: no. */
bool shares_are_small(const Cgroup& cgroup) {
  if (cgroup.has_share()) return true;
  const auto processes = processes_in(processes_inside);
  const auto sessions = processes ? count_sessions(processes_inside, *processes) : std::nullopt;
  return sessions && *sessions <= most_sessions;
}

}  // namespace

Handover::Handover(std::vector<Fd> predecessors)
    : predecessors_(std::move(predecessors)),
      // Both while the host's /proc is there.
      host_memory_(open_above_reserved("/proc/meminfo", O_RDONLY)),
      own_share_(open_above_reserved("/proc/self/autogroup", O_WRONLY)),
      patience_ns_(shortest_patience_ns) {
  for (Fd& one : reserved_) one = open_above_reserved("/dev/null", O_RDONLY);
}

void Handover::has_built() {
  timespec t{};
  sys::call(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &t);
  const u64 used = static_cast<u64>(t.tv_sec) * 1'000'000'000ULL + static_cast<u64>(t.tv_nsec);
  patience_ns_ = std::max(shortest_patience_ns, used);
}

bool Handover::possible(const Cgroup& cgroup) const {
  for (const Fd& one : predecessors_) {
    pollfd end{one.get(), POLLIN, 0};
    const timespec now{0, 0};
    if (sys::call(SYS_ppoll, &end, 1, &now, nullptr, 0) != 0) continue;
    sys::call(SYS_pidfd_send_signal, one.get(), make_haste, nullptr, 0);
    return false;
  }
  if (!shares_are_small(cgroup)) return false;
  char text[512];
  if (!host_memory_.valid() || read_at_start(host_memory_.get(), text, sizeof text) <= 0) return false;
  const char* available = std::strstr(text, "MemAvailable:");
  if (available == nullptr) return false;
  available += std::strcspn(available, "0123456789\n");
  return cgroup.memory_bytes() <= parse_u64(available) * 1024 / part_of_memory;
}

u64 Handover::haste_ns() const { return std::max(shortest_haste_ns, patiences * patience_ns_); }

void Handover::leave(Cgroup& cgroup) {
  for (Fd& one : reserved_) one.reset();
  kill_all([&] { return cgroup.threads(); });
  give_share_to_dying(cgroup, CpuShare::idle);
}

void Handover::step_back() {
  const sched_param none{0};
  sys::call(SYS_sched_setscheduler, 0, SCHED_OTHER, &none);
  take_cpu_share(CpuShare::idle);
  sys::call(SYS_rt_sigprocmask, SIG_BLOCK, &only_make_haste, nullptr, sizeof only_make_haste);
  // Without SA_RESTART: what they are for is to interrupt a call.
  struct sigaction interrupt {};
  interrupt.sa_handler = [](int signal) {
    if (signal == make_haste) heard_haste = 1;
  };
  sigaction(make_haste, &interrupt, nullptr);
  sigaction(SIGALRM, &interrupt, nullptr);
}

bool Handover::do_interruptibly(CpuShare cpu_share, const std::function<bool()>& work) const {
  const itimerval limit{{longest_in_kernel_s, 0}, {longest_in_kernel_s, 0}}, none{};
  setitimer(ITIMER_REAL, &limit, nullptr);
  // Asked again every few ms, work that makes haste already would begin again and again.
  if (cpu_share == CpuShare::idle) {
    sys::call(SYS_rt_sigprocmask, SIG_UNBLOCK, &only_make_haste, nullptr, sizeof only_make_haste);
  }
  const bool is_done = work();
  sys::call(SYS_rt_sigprocmask, SIG_BLOCK, &only_make_haste, nullptr, sizeof only_make_haste);
  setitimer(ITIMER_REAL, &none, nullptr);
  return is_done;
}

bool Handover::pause() const {
  if (heard_haste != 0) {
    heard_haste = 0;
    return true;
  }
  return sys::call(SYS_rt_sigtimedwait, &only_make_haste, nullptr, &pause_time, sizeof only_make_haste) == make_haste;
}

void Handover::take_cpu_share(CpuShare cpu_share) {
  give_share_to_session(own_share_, cpu_share);
  sys::call(SYS_setpriority, PRIO_PROCESS, 0, nice_of_each(1, cpu_share));
}

void Handover::give_share_to_dying(Cgroup& cgroup, CpuShare cpu_share) {
  cgroup.give_cpu_share(cpu_share);
  if (const auto processes = processes_in(processes_inside)) {
    give_share_to_sessions(processes_inside, *processes, cpu_share);
  }
  give_cpu_share(cgroup.threads(), cpu_share);
}

}  // namespace sandglass
