#include "kernel/cgroup.h"

#include <algorithm>
#include <sstream>
#include <sys/stat.h>

namespace sandglass {
namespace {

/** Controller → path of this process inside it; "" is the v2 hierarchy. */
std::vector<std::pair<std::string, std::string>> own_groups() {
  std::vector<std::pair<std::string, std::string>> result;
  std::istringstream lines{slurp("/proc/self/cgroup")};
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    std::istringstream names{line.substr(first + 1, second - first - 1)};
    const std::string path = line.substr(second + 1);
    if (second == first + 1) result.emplace_back("", path);
    for (std::string name; std::getline(names, name, ',');) result.emplace_back(name, path);
  }
  return result;
}

/** Controller → mount point; "" is the v2 hierarchy. */
std::vector<std::pair<std::string, std::string>> cgroup_mounts() {
  std::vector<std::pair<std::string, std::string>> result;
  std::istringstream lines{slurp("/proc/self/mounts")};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words{line};
    std::string source, target, type, options;
    words >> source >> target >> type >> options;
    if (type == "cgroup2") result.emplace_back("", target);
    if (type != "cgroup") continue;
    std::istringstream names{options};
    for (std::string name; std::getline(names, name, ',');) result.emplace_back(name, target);
  }
  return result;
}

template <typename Pairs>
std::string find_in(const Pairs& pairs, const std::string& key) {
  for (const auto& [k, v] : pairs) {
    if (k == key) return v;
  }
  return {};
}

bool exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

bool has_word(const std::string& text, const std::string& word) {
  std::istringstream words{text};
  for (std::string w; words >> w;) {
    if (w == word) return true;
  }
  return false;
}

/** The folder to make groups in: the process's own group when it is visible, else the top of the mount. */
std::string base_folder(const std::string& mount, const std::string& own) {
  if (mount.empty()) return {};
  const std::string inner = own == "/" ? mount : mount + own;
  if (!own.empty() && own.find("..") == std::string::npos && access(inner.c_str(), W_OK) == 0) return inner;
  return access(mount.c_str(), W_OK) == 0 ? mount : std::string{};
}

/** Turns controllers on below `base`, first moving its processes to a leaf if the kernel refuses with EBUSY. */
bool delegate(const std::string& base, const std::vector<std::string>& names) {
  const std::string available = slurp(base + "/cgroup.controllers");
  for (const auto& name : names) {
    if (has_word(slurp(base + "/cgroup.subtree_control"), name)) continue;
    if (!has_word(available, name)) return false;
    long result = spit(base + "/cgroup.subtree_control", "+" + name);
    if (result == -EBUSY) {
      const std::string leaf = base + "/sandglass-host";
      mkdir(leaf.c_str(), 0755);
      std::istringstream pids{slurp(base + "/cgroup.procs")};
      for (std::string pid; std::getline(pids, pid);) spit(leaf + "/cgroup.procs", pid);
      result = spit(base + "/cgroup.subtree_control", "+" + name);
    }
    if (result < 0) return false;
  }
  return true;
}

bool peak_can_be_reset(const std::string& folder) {
  const Fd fd{sys::call(SYS_openat, AT_FDCWD, (folder + "/memory.peak").c_str(), O_RDWR | O_CLOEXEC)};
  return fd.valid() && write_text(fd.get(), "r\n") > 0;
}

void find_v2(CgroupHost& host, const std::string& mount, const std::string& own) {
  std::string base = base_folder(mount, own);
  // A broker that a predecessor has already moved into the leaf makes its groups beside that leaf.
  const std::string leaf = "/sandglass-host";
  if (base.size() > leaf.size() && base.ends_with(leaf)) base.resize(base.size() - leaf.size());
  if (base.empty() || !delegate(base, {"memory", "pids"})) {
    host.weaker.push_back("cgroup v2 controllers memory and pids cannot be delegated: runs are not possible");
    return;
  }
  delegate(base, {"cpu"});
  host.mode = CgroupHost::Mode::v2;
  host.memory = host.cpuacct = host.pids = base;
  if (delegate(base, {"cpuset"})) host.cpuset = base;
  const std::string trial = base + "/" + owner_prefix() + "trial";
  if (mkdir(trial.c_str(), 0755) == 0) {
    host.memory_peak = exists(trial + "/memory.peak");
    host.memory_peak_reset = host.memory_peak && peak_can_be_reset(trial);
    host.swap_accounting = exists(trial + "/memory.swap.max");
    host.kill = exists(trial + "/cgroup.kill");
    rmdir(trial.c_str());
  }
  host.clone_into = true;
  if (!host.memory_peak) {
    host.weaker.push_back(
        "cgroup v2 without memory.peak (Linux < 5.19): the reported memory is that of the end of the run");
  }
}

void find_v1(CgroupHost& host) {
  const auto mounts = cgroup_mounts();
  const auto own = own_groups();
  const auto base = [&](const char* name) { return base_folder(find_in(mounts, name), find_in(own, name)); };
  host.memory = base("memory");
  host.cpuacct = base("cpuacct");
  host.pids = base("pids");
  host.cpuset = base("cpuset");
  if (host.memory.empty() || host.cpuacct.empty() || host.pids.empty()) {
    host.weaker.push_back("cgroup v1 needs the writable controllers memory, cpuacct and pids: runs are not possible");
    return;
  }
  host.mode = CgroupHost::Mode::v1;
  host.memory_peak = host.memory_peak_reset = true;
  host.swap_accounting = exists(host.memory + "/memory.memsw.limit_in_bytes");
}

/** Field 22 of /proc/<pid>/stat; empty when there is no such process, or it is dead and only not reaped yet. */
std::string start_time(const std::string& pid) {
  const std::string stat = slurp("/proc/" + pid + "/stat");
  const auto after_name = stat.rfind(')');
  if (after_name == std::string::npos) return {};
  std::istringstream words{stat.substr(after_name + 1)};
  std::string word;
  words >> word;
  if (word == "Z" || word == "X") return {};
  for (int field = 4; field <= 22; ++field) words >> word;
  return word;
}

}  // namespace

u64 online_cpus() {
  const long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? static_cast<u64>(count) : 1;
}

std::string slurp(const std::string& path) { return slurp_at(AT_FDCWD, path.c_str()); }

std::string slurp_at(int folder, const char* file) {
  const Fd fd{sys::call(SYS_openat, folder, file, O_RDONLY | O_CLOEXEC)};
  std::string text;
  if (!fd.valid()) return text;
  char buffer[4096];
  for (long n; (n = sys::call(SYS_read, fd.get(), buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

std::vector<int> numbers_in(const std::string& text) {
  std::vector<int> numbers;
  std::istringstream lines{text};
  // A process of another PID namespace is shown as 0.
  for (int number = 0; lines >> number;) {
    if (number > 0) numbers.push_back(number);
  }
  return numbers;
}

long spit(const std::string& path, std::string_view text) {
  const Fd fd{sys::call(SYS_openat, AT_FDCWD, path.c_str(), O_WRONLY | O_CLOEXEC)};
  if (!fd.valid()) return -ENOENT;
  return sys::call(SYS_write, fd.get(), text.data(), text.size());
}

std::vector<std::string> CgroupHost::folders() const {
  std::vector<std::string> all;
  for (const auto& folder : {memory, cpuacct, pids, cpuset}) {
    if (!folder.empty() && std::find(all.begin(), all.end(), folder) == all.end()) all.push_back(folder);
  }
  return all;
}

CgroupHost find_cgroups() {
  CgroupHost host;
  const auto mounts = cgroup_mounts();
  const std::string unified = find_in(mounts, "");
  host.v2_mounted = !unified.empty();
  const bool v1_memory = !find_in(mounts, "memory").empty();
  if (v1_memory) {
    find_v1(host);
  } else if (host.v2_mounted) {
    find_v2(host, unified, find_in(own_groups(), ""));
  } else {
    host.weaker.push_back("no cgroup hierarchy is mounted: runs are not possible");
  }
  if (host.mode == CgroupHost::Mode::none) return host;
  if (host.cpuset.empty()) {
    host.weaker.push_back("no cpuset controller: a program can leave its slot's CPUs by sched_setaffinity");
  }
  if (!host.swap_accounting) {
    host.weaker.push_back("no swap accounting: swapped memory does not count towards the limit");
  }
  return host;
}

std::string owner_prefix() {
  const std::string pid = std::to_string(getpid());
  return "sandglass-" + pid + "-" + start_time(pid) + "-";
}

bool owner_lives(const std::string& name) {
  std::istringstream parts{name};
  std::string product, pid, start;
  std::getline(parts, product, '-');
  std::getline(parts, pid, '-');
  std::getline(parts, start, '-');
  // A folder that is none of ours is nobody's to remove.
  return pid.empty() || start.empty() || start_time(pid) == start;
}

}  // namespace sandglass
