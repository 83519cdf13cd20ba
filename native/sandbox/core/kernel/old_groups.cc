#include "kernel/old_groups.h"

#include <algorithm>
#include <csignal>
#include <dirent.h>
#include <linux/sched.h>
#include <optional>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>

#include "kernel/dying.h"

namespace sandglass {
namespace {

constexpr long shortest_pause_ns = 2'000'000, longest_pause_ns = 50'000'000;

std::vector<std::string> children_of(const std::string& folder) {
  std::vector<std::string> names;
  DIR* dir = opendir(folder.c_str());
  if (dir == nullptr) return names;
  while (const dirent* entry = readdir(dir)) {
    if (entry->d_type == DT_DIR && entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  }
  closedir(dir);
  return names;
}

/** @returns whether it is gone */
bool remove_tree(const std::string& folder) {
  for (const auto& child : children_of(folder)) remove_tree(folder + "/" + child);
  return rmdir(folder.c_str()) == 0 || errno == ENOENT;
}

void add_threads(const std::string& folder, std::vector<int>& all) {
  for (const char* file : {"/tasks", "/cgroup.threads"}) {
    for (const int thread : numbers_in(slurp(folder + file))) all.push_back(thread);
  }
  for (const auto& child : children_of(folder)) add_threads(folder + "/" + child, all);
}

std::vector<int> threads_of(const CgroupHost& host, const std::string& name) {
  std::vector<int> all;
  for (const auto& folder : host.folders()) add_threads(folder + "/" + name, all);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/** Page cache that is left would keep a removed group in the kernel for as long as the file is in the cache. */
void drop_cache(const std::string& folder) {
  for (const auto& child : children_of(folder)) drop_cache(folder + "/" + child);
  spit(folder + "/memory.force_empty", "0");
  if (const std::string rest = slurp(folder + "/memory.current"); !rest.empty()) {
    spit(folder + "/memory.reclaim", rest.substr(0, rest.find('\n')));
  }
}

/** As a process of the group itself, where groups have shares of the core: in the broker's it would have that one's. */
void drop_cache_inside(const CgroupHost& host, const std::string& name) {
  const std::string group = host.memory + "/" + name;
  const std::string inside = group + "/end";
  clone_args arguments{};
  arguments.exit_signal = SIGCHLD;
  Fd place;
  if (host.mode == CgroupHost::Mode::v2 && (mkdir(inside.c_str(), 0755) == 0 || errno == EEXIST)) {
    place = Fd{sys::call(SYS_openat, AT_FDCWD, inside.c_str(), O_DIRECTORY | O_RDONLY | O_CLOEXEC)};
    arguments.flags = CLONE_INTO_CGROUP;
    arguments.cgroup = static_cast<u64>(place.get());
  }
  const long child = place.valid() ? sys::call(SYS_clone3, &arguments, sizeof arguments) : -ENOSYS;
  if (child <= 0) drop_cache(group);
  if (child == 0) sys::call(SYS_exit_group, 0);
  siginfo_t end{};
  while (child > 0 && sys::call(SYS_waitid, P_PID, child, &end, WEXITED, nullptr) == -EINTR) {
  }
}

struct Old {
  std::string name;
  /** Of the last look. */
  std::vector<int> threads;
  std::optional<CpuShare> cpu_share = {};
  bool had_memory = false;
};

/** @returns whether it is gone */
bool end_further(const CgroupHost& host, Old& group, CpuShare cpu_share) {
  std::vector<int> threads = threads_of(host, group.name);
  if (!threads.empty()) {
    const bool is_new = !std::includes(group.threads.begin(), group.threads.end(), threads.begin(), threads.end());
    // The fewer they are, the more of the share each may have.
    const bool is_due = threads != group.threads || group.cpu_share != cpu_share;
    group.threads = std::move(threads);
    group.cpu_share = cpu_share;
    if (is_new) {
      std::vector<int> of_a_run;
      add_threads(host.memory + "/" + group.name, of_a_run);
      group.had_memory |= !of_a_run.empty();
      kill_all([&] { return threads_of(host, group.name); });
    }
    if (is_due) give_share_to_slot(host, group.name, group.threads, cpu_share);
    return false;
  }
  if (group.had_memory) drop_cache_inside(host, group.name);
  group.had_memory = false;
  return remove_empty_cgroups(host, group.name);
}

}  // namespace

void give_share_to_slot(const CgroupHost& host, const std::string& name, const std::vector<int>& threads,
                        CpuShare cpu_share) {
  for (const auto& folder : host.folders()) {
    const std::string group = folder + "/" + name;
    spit(group + "/cpu.shares", cpu_share == CpuShare::small ? "102" : "1024");
    spit(group + "/cpu.idle", "0");
    spit(group + "/cpu.weight", cpu_share == CpuShare::small ? "10" : "100");
  }
  std::vector<std::string> processes;
  for (const int thread : threads) processes.push_back(std::to_string(thread));
  give_share_to_sessions("/proc/", processes, cpu_share);
  give_cpu_share(threads, cpu_share);
}

bool remove_empty_cgroups(const CgroupHost& host, const std::string& name) {
  bool gone = true;
  for (const auto& folder : host.folders()) gone = remove_tree(folder + "/" + name) && gone;
  return gone;
}

bool end_cgroups(const CgroupHost& host, std::vector<std::string> names, u64 patience_ns,
                 const std::function<CpuShare()>& cpu_share) {
  std::vector<Old> left;
  for (std::string& name : names) left.push_back({std::move(name), {}});
  const u64 latest = monotonic_ns() + patience_ns;
  for (long pause_ns = shortest_pause_ns;; pause_ns = std::min(pause_ns * 2, longest_pause_ns)) {
    std::erase_if(left, [&, due = cpu_share()](Old& group) { return end_further(host, group, due); });
    if (left.empty()) return true;
    if (monotonic_ns() >= latest) return false;
    const timespec pause{0, pause_ns};
    sys::call(SYS_nanosleep, &pause, nullptr);
  }
}

std::vector<std::string> stale_cgroups(const CgroupHost& host) {
  std::vector<std::string> names;
  for (const auto& folder : host.folders()) {
    for (const auto& name : children_of(folder)) {
      const bool is_known = std::find(names.begin(), names.end(), name) != names.end();
      if (!is_known && name.starts_with("sandglass-") && !owner_lives(name)) names.push_back(name);
    }
  }
  return names;
}

}  // namespace sandglass
