// One control group per slot, in both versions of the kernel's interface: limits, counters and the way in.
//
// Guarantees:
//  - a run's processes are the only ones whose CPU, memory and number the group counts;
//  - nothing on the hot path writes a process id into `cgroup.procs` (on an idle kernel since 6.0 that waits 8–16 ms
//    for an RCU grace period): v1 children write "0" into `tasks`, v2 children are born inside (CLONE_INTO_CGROUP);
//  - no memory group is made or removed between the request and the answer of a run;
//  - a limit file is written only when its value changes.
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernel/dying.h"
#include "kernel/sys.h"

namespace sandglass {

/** Where the controllers live, found once by the broker. */
struct CgroupHost {
  enum class Mode { v1, v2, none } mode = Mode::none;
  /** Folders in which slot groups may be made; empty when the controller is missing. For v2 all are the same. */
  std::string memory, cpuacct, pids, cpuset;
  bool v2_mounted = false;
  /** v2 only: memory.peak exists / can be reset by writing to it. */
  bool memory_peak = false, memory_peak_reset = false;
  bool swap_accounting = false, kill = false, clone_into = false;
  std::vector<std::string> weaker;

  /** Every folder once. */
  [[nodiscard]] std::vector<std::string> folders() const;
};

/**
 * Finds the controllers of this host. On v2 it makes its base delegate them, moving the processes of the base into a
 * leaf when the kernel demands it ("no internal processes").
 */
CgroupHost find_cgroups();

/** Nothing has failed: what is left to do is done behind a successor's back (handover.h). */
inline const Failure handed_over{"handed over", 0};

/** What a group counted between `begin` and `finish`. */
struct CgroupUsage {
  u64 cpu_ns = 0, user_ns = 0, system_ns = 0;
  u64 memory_peak = 0;
  u64 oom_kills = 0;
  bool process_limit_hit = false;
  i64 processes_peak = -1;
};

class Cgroup {
 public:
  virtual ~Cgroup() = default;

  /** Before the child exists: sets the limits, forgets the last run's peaks. */
  virtual void begin(u64 memory_bytes, u32 processes) = 0;
  /** The group to be born into, or −1 when the child enters by itself. */
  [[nodiscard]] virtual int birth_fd() const { return -1; }
  /** In the child, raw: enters the group. −errno on failure. */
  virtual long enter() = 0;
  /** Raw: CPU used so far, nanoseconds. */
  [[nodiscard]] virtual u64 cpu_ns() const = 0;
  /** The descriptor `cpu_ns` reads; a child keeps it open until the barrier. */
  [[nodiscard]] virtual int cpu_fd() const = 0;
  /** Parses what `cpu_fd` yields. */
  [[nodiscard]] virtual u64 parse_cpu_ns(const char* text) const = 0;
  /** User and system time in nanoseconds, for the difference over a run. */
  virtual void split_ns(u64& user, u64& system) const = 0;
  /** Processes and threads inside, the dead among them that nobody has reaped. */
  [[nodiscard]] virtual u64 population() const = 0;
  /** Memory charged to the group now, of all its processes. */
  [[nodiscard]] virtual u64 memory_bytes() const = 0;
  /** Numbers of the threads inside; of the dead only those whose memory is still taken apart. */
  [[nodiscard]] virtual std::vector<int> threads() const = 0;
  /** The group has a share of the core of its own, however many are inside. Else sessions have (dying.h). */
  [[nodiscard]] virtual bool has_share() const = 0;
  /** The group's share of the core, where groups have one. */
  virtual void give_cpu_share(CpuShare) {}
  /**
   * Where it has, these processes use it from now on, together with what the group still holds: they work for that. The
   * group counts neither them nor what they use. It waits for an RCU grace period, so never before an answer, and holds
   * a lock that every fork on the host takes, so never in CPU time that may not come.
   * @returns false when the kernel does not let one of them
   */
  virtual bool share_turns_with(const std::vector<int>&) { return true; }
  /**
   * Before the group's end: page cache that is left would keep it in the kernel for as long as the file is cached.
   * @returns false when a signal has ended it early
   */
  [[nodiscard]] virtual bool drop_cache() { return true; }
  /** No process is left inside. */
  [[nodiscard]] bool empty() const { return population() == 0; }
  /** After the last process is gone. CPU fields are totals of the group, not differences. */
  virtual CgroupUsage finish() = 0;
  /** Processes killed for memory since `begin`. */
  [[nodiscard]] virtual u64 oom_kills() const = 0;
  /** Readable (or exceptional) when the kernel has killed for memory; −1 when there is no such event. */
  [[nodiscard]] virtual int oom_fd() const { return -1; }
  /** poll events to wait for on `oom_fd`. */
  [[nodiscard]] virtual short oom_events() const { return 0; }
  virtual void acknowledge_oom() {}
  /**
   * After the answer: what may take its time.
   * @param leave_at_ns the instant from which on the slot had better go on with another group
   * @throws Failure when the group is not fit for another run: `handed_over` at that instant
   */
  virtual void tidy(u64 leave_at_ns) = 0;
};

/**
 * Kernel memory of a run that is over may stay charged for a while: page tables are freed after an RCU grace period. The
 * next run must not have it in its limit, nor in the base that its peak is counted from.
 */
class LateMemory {
 public:
  /**
   * @param cpus of the host. The kernel charges groups in batches of 64 pages on each CPU, and counts what they hold in
   * such batches too: so much may be missing, or be there, that no run has used.
   */
  explicit LateMemory(u64 cpus) : slack_(std::max<u64>(1U << 20, cpus * 64 * 4096)) {}
  /** What stays for good (caches of names and inodes), and more makes the group unfit. */
  static constexpr u64 most_kept = 32U << 20;
  static constexpr u64 patience_ns = 250'000'000;

  /** Cheap: whether `current` bytes in the group give a reason to look at the kernel's part. */
  [[nodiscard]] bool worth_a_look(u64 current) {
    // Page cache that has been given back leaves no room for late memory to hide in.
    if (current < settled_) settled_ = current;
    return current > settled_ + slack_;
  }
  /**
   * Waits, bounded, until the kernel's part is back.
   * @param kernel_bytes reads it
   * @param reclaim asks for what can be given back, once the time is over
   * @throws Failure when there is still too much: the slot needs a new group; `handed_over` at `leave_at_ns`
   */
  template <typename KernelBytes, typename Reclaim>
  void await(u64 leave_at_ns, KernelBytes&& kernel_bytes, Reclaim&& reclaim) {
    const u64 begun = monotonic_ns();
    for (long pause_ns = 500'000; kernel_bytes() > kernel_ + slack_;
         pause_ns = pause_ns < 8'000'000 ? pause_ns * 2 : pause_ns) {
      const u64 now = monotonic_ns();
      if (now >= leave_at_ns) throw handed_over;
      if (now - begun > patience_ns) {
        reclaim();
        if (kernel_bytes() > std::max<u64>(most_kept, 2 * slack_)) throw Failure{"memory of the last run", EBUSY};
        break;
      }
      const timespec pause{0, pause_ns};
      sys::call(SYS_nanosleep, &pause, nullptr);
    }
    kernel_ = kernel_bytes();
  }
  /** What is charged now is there to stay (page cache). */
  void settle(u64 current) { settled_ = current; }

 private:
  /** More kernel memory than this beyond the last look's, and it is waited for. */
  u64 slack_;
  u64 settled_ = 0, kernel_ = 0;
};

/** Makes the groups of one slot (folders `name`) and puts the calling process under its CPU pinning. */
std::unique_ptr<Cgroup> make_cgroup_v1(const CgroupHost& host, const std::string& name, const std::string& cpus,
                                       const std::string& nodes);
std::unique_ptr<Cgroup> make_cgroup_v2(const CgroupHost& host, const std::string& name, const std::string& cpus,
                                       const std::string& nodes);

/** The part of a group's name that distinguishes a broker from every other, living or dead. */
std::string owner_prefix();

/** The broker that has made the group of this name is alive. */
bool owner_lives(const std::string& name);

/** CPUs that any process of the host can use. */
u64 online_cpus();

/** Reads a small file by path; empty when it cannot be read. */
std::string slurp(const std::string& path);
/** Reads a small file in a folder kept open. */
std::string slurp_at(int folder, const char* file);
/** The numbers of a file that lists one a line. */
std::vector<int> numbers_in(const std::string& text);
/** Writes a small file by path; −errno on failure. */
long spit(const std::string& path, std::string_view text);

}  // namespace sandglass
