#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>

#include "kernel/cgroup.h"

namespace sandglass {
namespace {

Fd open_in(const std::string& folder, const char* file, int flags) {
  return Fd{must(file, sys::call(SYS_openat, AT_FDCWD, (folder + "/" + file).c_str(), flags | O_CLOEXEC))};
}

Fd maybe_in(const std::string& folder, const char* file, int flags) {
  return Fd{sys::call(SYS_openat, AT_FDCWD, (folder + "/" + file).c_str(), flags | O_CLOEXEC)};
}

void make(const std::string& folder) {
  if (mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) throw Failure{"cgroup mkdir", errno};
}

class CgroupV1 final : public Cgroup {
 public:
  CgroupV1(const CgroupHost& host, const std::string& name, const std::string& cpus, const std::string& nodes) {
    const std::string memory = host.memory + "/" + name;
    const std::string cpuacct = host.cpuacct + "/" + name;
    const std::string pids = host.pids + "/" + name;
    make(memory);
    make(cpuacct);
    make(pids);
    memory_tasks_ = open_in(memory, "tasks", O_WRONLY);
    cpuacct_tasks_ = open_in(cpuacct, "tasks", O_WRONLY);
    pids_tasks_ = open_in(pids, "tasks", O_WRONLY);
    usage_ = open_in(cpuacct, "cpuacct.usage", O_RDONLY);
    user_ = maybe_in(cpuacct, "cpuacct.usage_user", O_RDONLY);
    system_ = maybe_in(cpuacct, "cpuacct.usage_sys", O_RDONLY);
    shares_ = maybe_in(cpuacct, "cpu.shares", O_WRONLY);
    limit_ = open_in(memory, "memory.limit_in_bytes", O_RDWR);
    swap_limit_ = maybe_in(memory, "memory.memsw.limit_in_bytes", O_RDWR);
    current_ = open_in(memory, "memory.usage_in_bytes", O_RDONLY);
    peak_ = open_in(memory, "memory.max_usage_in_bytes", O_RDWR);
    oom_ = open_in(memory, "memory.oom_control", O_RDONLY);
    kernel_ = maybe_in(memory, "memory.kmem.usage_in_bytes", O_RDONLY);
    stat_ = maybe_in(memory, "memory.stat", O_RDONLY);
    force_empty_ = maybe_in(memory, "memory.force_empty", O_WRONLY);
    pids_folder_ = open_in(pids, ".", O_RDONLY | O_DIRECTORY);
    pids_max_ = open_in(pids, "pids.max", O_WRONLY);
    pids_current_ = open_in(pids, "pids.current", O_RDONLY);
    pids_events_ = maybe_in(pids, "pids.events", O_RDONLY);
    pids_peak_ = maybe_in(pids, "pids.peak", O_RDONLY);
    // Without swap accounting the nearest thing is never to swap these pages while others can go.
    spit(memory + "/memory.swappiness", "0");
    watch_oom(memory);
    if (!host.cpuset.empty()) pin(host.cpuset, name, cpus, nodes);
  }

  void begin(u64 memory_bytes, u32 processes) override {
    if (processes != processes_) {
      must("pids.max", write_number(pids_max_.get(), processes));
      processes_ = processes;
    }
    if (memory_bytes != memory_) set_memory(memory_bytes);
    must("memory.max_usage_in_bytes", write_text(peak_.get(), "0"));
    base_memory_ = read_number(current_.get());
    base_oom_ = all_oom_kills();
    base_pids_events_ = pids_refusals();
    base_pids_peak_ = pids_peak_.valid() ? read_number(pids_peak_.get()) : 0;
  }

  long enter() override {
    for (const int fd : {cpuacct_tasks_.get(), memory_tasks_.get(), pids_tasks_.get()}) {
      const long result = sys::call(SYS_write, fd, "0", 1);
      if (result < 0) return result;
    }
    return 0;
  }

  [[nodiscard]] u64 cpu_ns() const override { return read_number(usage_.get()); }
  [[nodiscard]] int cpu_fd() const override { return usage_.get(); }
  [[nodiscard]] u64 parse_cpu_ns(const char* text) const override { return parse_u64(text); }
  void split_ns(u64& user, u64& system) const override {
    user = user_.valid() ? read_number(user_.get()) : 0;
    system = system_.valid() ? read_number(system_.get()) : 0;
  }

  [[nodiscard]] u64 population() const override { return read_number(pids_current_.get()); }
  [[nodiscard]] u64 memory_bytes() const override { return read_number(current_.get()); }
  [[nodiscard]] std::vector<int> threads() const override { return numbers_in(slurp_at(pids_folder_.get(), "tasks")); }

  // Where systemd mounts v1, CPU time is dealt out by the groups that it is counted in; elsewhere sessions decide.
  void give_cpu_share(CpuShare cpu_share) override {
    const char* const share = cpu_share == CpuShare::idle ? "2" : cpu_share == CpuShare::small ? "102" : "1024";
    if (shares_.valid()) write_text(shares_.get(), share);
  }
  [[nodiscard]] bool has_share() const override { return shares_.valid(); }
  [[nodiscard]] bool drop_cache() override {
    return !force_empty_.valid() || write_text(force_empty_.get(), "0") != -EINTR;
  }

  CgroupUsage finish() override {
    CgroupUsage usage;
    usage.cpu_ns = cpu_ns();
    split_ns(usage.user_ns, usage.system_ns);
    const u64 peak = read_number(peak_.get());
    usage.oom_kills = oom_kills();
    // What was there before the run (page cache of files an earlier run was the first to read) is not this run's;
    // at the limit the kernel has dropped it, so the whole peak is.
    const bool at_limit = usage.oom_kills > 0 || peak + 65536 >= memory_;
    usage.memory_peak = at_limit || peak < base_memory_ ? peak : peak - base_memory_;
    usage.process_limit_hit = pids_refusals() != base_pids_events_;
    if (pids_peak_.valid()) {
      const u64 peak_now = read_number(pids_peak_.get());
      // The file cannot be reset: it is about this run only when this run raised it.
      if (peak_now > base_pids_peak_) usage.processes_peak = static_cast<i64>(peak_now);
    }
    return usage;
  }

  [[nodiscard]] u64 oom_kills() const override { return all_oom_kills() - base_oom_; }
  [[nodiscard]] int oom_fd() const override { return oom_event_.get(); }
  [[nodiscard]] short oom_events() const override { return POLLIN; }
  void acknowledge_oom() override {
    u64 count = 0;
    sys::call(SYS_read, oom_event_.get(), &count, sizeof count);
  }

  void tidy(u64 leave_at_ns) override {
    // Page cache that a run was the first to touch stays charged to the group. It is reclaimed before the limit
    // bites, so only a large rest is worth dropping, and not again at once when it comes back (shared libraries).
    u64 rest = read_number(current_.get());
    if (late_.worth_a_look(rest)) {
      late_.await(
          leave_at_ns, [this] { return kernel_bytes(); },
          [this] {
            if (force_empty_.valid()) write_text(force_empty_.get(), "0");
          });
      rest = read_number(current_.get());
      late_.settle(rest);
    }
    if (rest < memory_ / 4 || rest <= kept_ + (16U << 20)) return;
    if (force_empty_.valid()) write_text(force_empty_.get(), "0");
    late_.settle(read_number(current_.get()));
    kept_ = rest;
  }

 private:
  [[nodiscard]] u64 all_oom_kills() const {
    char text[256];
    read_at_start(oom_.get(), text, sizeof text);
    return keyed_number(text, "oom_kill");
  }

  /** What is charged beside the pages of processes and files. */
  [[nodiscard]] u64 kernel_bytes() const {
    if (kernel_.valid()) return read_number(kernel_.get());
    char text[4096];
    if (!stat_.valid() || read_at_start(stat_.get(), text, sizeof text) <= 0) return 0;
    const u64 pages = keyed_number(text, "cache") + keyed_number(text, "rss"), all = read_number(current_.get());
    return all > pages ? all - pages : 0;
  }

  [[nodiscard]] u64 pids_refusals() const {
    if (!pids_events_.valid()) return 0;
    char text[256];
    read_at_start(pids_events_.get(), text, sizeof text);
    return keyed_number(text, "max");
  }

  /** memsw must never be below the plain limit, so the order depends on the direction. */
  void set_memory(u64 bytes) {
    // A new group has no limit at all, so the first one is a lowering.
    const bool raise = memory_ != 0 && bytes > memory_;
    if (raise && swap_limit_.valid()) must("memory.memsw.limit_in_bytes", write_number(swap_limit_.get(), bytes));
    long result = write_number(limit_.get(), bytes);
    if (result == -EBUSY && force_empty_.valid()) {
      write_text(force_empty_.get(), "0");
      result = write_number(limit_.get(), bytes);
    }
    must("memory.limit_in_bytes", result);
    if (!raise && swap_limit_.valid()) must("memory.memsw.limit_in_bytes", write_number(swap_limit_.get(), bytes));
    memory_ = bytes;
  }

  void watch_oom(const std::string& memory) {
    oom_event_ = Fd{must("eventfd", sys::call(SYS_eventfd2, 0, EFD_CLOEXEC | EFD_NONBLOCK))};
    const std::string line = std::to_string(oom_event_.get()) + " " + std::to_string(oom_.get());
    if (spit(memory + "/cgroup.event_control", line) < 0) oom_event_.reset();
  }

  void pin(const std::string& base, const std::string& name, const std::string& cpus, const std::string& nodes) {
    const std::string folder = base + "/" + name;
    make(folder);
    spit(folder + "/cpuset.cpus", cpus.empty() ? slurp(base + "/cpuset.cpus") : cpus);
    spit(folder + "/cpuset.mems", nodes.empty() ? slurp(base + "/cpuset.mems") : nodes);
    // Not into cgroup.procs: that waits for an RCU grace period (10 ms of a slot's 20). There is one thread as yet.
    must("cpuset attach", spit(folder + "/tasks", "0"));
  }

  Fd memory_tasks_, cpuacct_tasks_, pids_tasks_;
  Fd usage_, user_, system_, shares_;
  Fd limit_, swap_limit_, current_, peak_, oom_, force_empty_, kernel_, stat_, oom_event_;
  Fd pids_folder_, pids_max_, pids_current_, pids_events_, pids_peak_;
  u64 memory_ = 0, base_memory_ = 0, base_oom_ = 0, base_pids_events_ = 0, base_pids_peak_ = 0, kept_ = 0;
  u32 processes_ = 0;
  LateMemory late_{online_cpus()};
};

}  // namespace

std::unique_ptr<Cgroup> make_cgroup_v1(const CgroupHost& host, const std::string& name, const std::string& cpus,
                                       const std::string& nodes) {
  return std::make_unique<CgroupV1>(host, name, cpus, nodes);
}

}  // namespace sandglass
