#include <poll.h>
#include <sys/stat.h>

#include "kernel/cgroup.h"

namespace sandglass {
namespace {

/**
 * <base>/<name>/ carries the CPU pinning and the share of the core; <base>/<name>/run-<k> is the leaf runs are born into.
 * Where memory.peak cannot be reset (before Linux 6.12) the leaf is exchanged after the answer, so that every peak is one
 * run's own; there is never more than one leaf, so nothing piles up. <base>/<name>/end has those who free what a run has
 * left (`share_turns_with`): in the broker's group they would have that one's share.
 */
class CgroupV2 final : public Cgroup {
 public:
  CgroupV2(const CgroupHost& host, const std::string& name, const std::string& cpus, const std::string& nodes)
      : peak_reset_(host.memory_peak_reset) {
    const std::string folder = host.memory + "/" + name;
    if (mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) throw Failure{"cgroup mkdir", errno};
    if (!host.cpuset.empty()) {
      if (!cpus.empty()) must("cpuset.cpus", spit(folder + "/cpuset.cpus", cpus));
      if (!nodes.empty()) must("cpuset.mems", spit(folder + "/cpuset.mems", nodes));
    }
    for (const char* controller : {"+memory", "+pids", "+cpu", "+cpuset"}) {
      const long result = spit(folder + "/cgroup.subtree_control", controller);
      if (result < 0 && (controller[1] == 'm' || controller[1] == 'p')) {
        throw Failure{"cgroup.subtree_control", static_cast<int>(-result)};
      }
    }
    slot_ =
        Fd{must("cgroup open", sys::call(SYS_openat, AT_FDCWD, folder.c_str(), O_DIRECTORY | O_RDONLY | O_CLOEXEC))};
    // Kept open: a slot that is short of descriptors must not lose its share.
    idle_ = Fd{sys::call(SYS_openat, slot_.get(), "cpu.idle", O_WRONLY | O_CLOEXEC)};
    weight_ = Fd{sys::call(SYS_openat, slot_.get(), "cpu.weight", O_WRONLY | O_CLOEXEC)};
    open_leaf();
  }

  void begin(u64 memory_bytes, u32 processes) override {
    if (stale_) exchange_leaf();
    if (processes != processes_) {
      must("pids.max", write_number(pids_max_.get(), processes));
      processes_ = processes;
    }
    if (memory_bytes != memory_) {
      must("memory.max", write_number(memory_max_.get(), memory_bytes));
      memory_ = memory_bytes;
    }
    if (peak_reset_) must("memory.peak", write_text(peak_.get(), "r\n"));
    base_memory_ = peak_reset_ ? read_number(current_.get()) : 0;
    base_oom_ = all_oom_kills();
    base_refusals_ = refusals();
    base_pids_peak_ = pids_peak_.valid() ? read_number(pids_peak_.get()) : 0;
  }

  [[nodiscard]] int birth_fd() const override { return leaf_.get(); }
  long enter() override { return 0; }

  [[nodiscard]] u64 cpu_ns() const override {
    char text[512];
    read_at_start(cpu_.get(), text, sizeof text);
    return parse_cpu_ns(text);
  }
  [[nodiscard]] int cpu_fd() const override { return cpu_.get(); }
  [[nodiscard]] u64 parse_cpu_ns(const char* text) const override { return keyed_number(text, "usage_usec") * 1000; }
  void split_ns(u64& user, u64& system) const override {
    char text[512];
    read_at_start(cpu_.get(), text, sizeof text);
    user = keyed_number(text, "user_usec") * 1000;
    system = keyed_number(text, "system_usec") * 1000;
  }

  [[nodiscard]] u64 population() const override { return read_number(pids_current_.get()); }
  [[nodiscard]] u64 memory_bytes() const override { return read_number(current_.get()); }
  [[nodiscard]] std::vector<int> threads() const override {
    return numbers_in(slurp_at(leaf_.get(), "cgroup.threads"));
  }
  void give_cpu_share(CpuShare cpu_share) override {
    // Groups share a core by their weights, for any priorities of the processes inside. (`cpu.idle`: since Linux 5.15.)
    const char* const is_idle = cpu_share == CpuShare::idle ? "1" : "0";
    if (idle_.valid() && write_text(idle_.get(), is_idle) > 0 && cpu_share == CpuShare::idle) return;
    const char* const weight = cpu_share == CpuShare::idle ? "1" : cpu_share == CpuShare::small ? "10" : "100";
    if (weight_.valid()) write_text(weight_.get(), weight);
  }
  [[nodiscard]] bool has_share() const override { return weight_.valid(); }
  bool share_turns_with(const std::vector<int>& processes) override {
    if (!has_share()) return true;
    sys::call(SYS_mkdirat, slot_.get(), "end", 0755);
    const Fd end{sys::call(SYS_openat, slot_.get(), "end/cgroup.procs", O_WRONLY | O_CLOEXEC)};
    return end.valid() && std::all_of(processes.begin(), processes.end(), [&](int process) {
             return write_number(end.get(), static_cast<u64>(process)) > 0;
           });
  }
  [[nodiscard]] bool drop_cache() override { return reclaim() != -EINTR; }

  CgroupUsage finish() override {
    CgroupUsage usage;
    usage.cpu_ns = cpu_ns();
    split_ns(usage.user_ns, usage.system_ns);
    usage.oom_kills = oom_kills();
    const u64 peak = peak_.valid() ? read_number(peak_.get()) : read_number(current_.get());
    const bool at_limit = usage.oom_kills > 0 || peak + 65536 >= memory_;
    usage.memory_peak = at_limit || peak < base_memory_ ? peak : peak - base_memory_;
    usage.process_limit_hit = refusals() != base_refusals_;
    if (pids_peak_.valid()) {
      const u64 now = read_number(pids_peak_.get());
      if (now > base_pids_peak_) usage.processes_peak = static_cast<i64>(now);
    }
    stale_ = !peak_reset_;
    return usage;
  }

  [[nodiscard]] u64 oom_kills() const override { return all_oom_kills() - base_oom_; }
  [[nodiscard]] int oom_fd() const override { return memory_events_.get(); }
  [[nodiscard]] short oom_events() const override { return POLLPRI; }
  void acknowledge_oom() override { static_cast<void>(all_oom_kills()); }

  void tidy(u64 leave_at_ns) override {
    if (stale_) {
      // A new leaf has nothing of the old one's.
      exchange_leaf();
      return;
    }
    const u64 rest = read_number(current_.get());
    if (!late_.worth_a_look(rest)) return;
    late_.await(
        leave_at_ns, [this] { return kernel_bytes(); }, [this] { reclaim(); });
    late_.settle(read_number(current_.get()));
  }

 private:
  /** What is charged beside the pages of processes and files. */
  [[nodiscard]] u64 kernel_bytes() const {
    char text[8192];
    if (!stat_.valid() || read_at_start(stat_.get(), text, sizeof text) <= 0) return 0;
    // Reported since Linux 5.18.
    if (std::strstr(text, "\nkernel ") != nullptr) return keyed_number(text, "kernel");
    const u64 pages = keyed_number(text, "anon") + keyed_number(text, "file"), all = read_number(current_.get());
    return all > pages ? all - pages : 0;
  }

  long reclaim() const {
    const Fd file = maybe_in("memory.reclaim", O_WRONLY);
    const u64 rest = read_number(current_.get());
    return file.valid() && rest > 0 ? write_number(file.get(), rest) : 0;
  }

  [[nodiscard]] Fd open_in(const char* file, int flags) const {
    return Fd{must(file, sys::call(SYS_openat, leaf_.get(), file, flags | O_CLOEXEC))};
  }
  [[nodiscard]] Fd maybe_in(const char* file, int flags) const {
    return Fd{sys::call(SYS_openat, leaf_.get(), file, flags | O_CLOEXEC)};
  }

  void open_leaf() {
    leaf_name_ = "run-" + std::to_string(next_leaf_++);
    must("cgroup mkdir", sys::call(SYS_mkdirat, slot_.get(), leaf_name_.c_str(), 0755));
    leaf_ = Fd{must("cgroup open",
                    sys::call(SYS_openat, slot_.get(), leaf_name_.c_str(), O_DIRECTORY | O_RDONLY | O_CLOEXEC))};
    cpu_ = open_in("cpu.stat", O_RDONLY);
    memory_max_ = open_in("memory.max", O_WRONLY);
    current_ = open_in("memory.current", O_RDONLY);
    peak_ = maybe_in("memory.peak", peak_reset_ ? O_RDWR : O_RDONLY);
    stat_ = maybe_in("memory.stat", O_RDONLY);
    memory_events_ = open_in("memory.events", O_RDONLY);
    pids_max_ = open_in("pids.max", O_WRONLY);
    pids_current_ = open_in("pids.current", O_RDONLY);
    pids_events_ = maybe_in("pids.events", O_RDONLY);
    pids_peak_ = maybe_in("pids.peak", O_RDONLY);
    const Fd swap = maybe_in("memory.swap.max", O_WRONLY);
    if (swap.valid()) write_text(swap.get(), "0");
    memory_ = 0;
    processes_ = 0;
    stale_ = false;
  }

  void exchange_leaf() {
    const std::string old = leaf_name_;
    // What page cache is left must not keep the dying group alive: that is how kernels collect thousands of them.
    reclaim();
    open_leaf();
    for (int i = 0; i < 50 && sys::call(SYS_unlinkat, slot_.get(), old.c_str(), AT_REMOVEDIR) == -EBUSY; ++i) {
      const timespec pause{0, 1'000'000};
      sys::call(SYS_nanosleep, &pause, nullptr);
    }
  }

  [[nodiscard]] u64 all_oom_kills() const {
    char text[512];
    read_at_start(memory_events_.get(), text, sizeof text);
    return keyed_number(text, "oom_kill");
  }

  [[nodiscard]] u64 refusals() const {
    if (!pids_events_.valid()) return 0;
    char text[128];
    read_at_start(pids_events_.get(), text, sizeof text);
    return keyed_number(text, "max");
  }

  bool peak_reset_;
  bool stale_ = false;
  LateMemory late_{online_cpus()};
  Fd slot_, idle_, weight_, leaf_;
  std::string leaf_name_;
  u32 next_leaf_ = 0;
  Fd cpu_, memory_max_, current_, stat_, peak_, memory_events_, pids_max_, pids_current_, pids_events_, pids_peak_;
  u64 memory_ = 0, base_memory_ = 0, base_oom_ = 0, base_refusals_ = 0, base_pids_peak_ = 0;
  u32 processes_ = 0;
};

}  // namespace

std::unique_ptr<Cgroup> make_cgroup_v2(const CgroupHost& host, const std::string& name, const std::string& cpus,
                                       const std::string& nodes) {
  return std::make_unique<CgroupV2>(host, name, cpus, nodes);
}

}  // namespace sandglass
