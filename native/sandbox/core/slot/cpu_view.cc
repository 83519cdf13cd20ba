#include "slot/cpu_view.h"

#include <algorithm>
#include <sched.h>
#include <sstream>

#include "kernel/cgroup.h"
#include "slot/rootfs.h"

namespace sandglass {
namespace {

void dir(int root, const std::string& path) { sys::call(SYS_mkdirat, root, path.c_str(), 0755); }

void file(int root, const std::string& path, std::string_view text) {
  const Fd fd{must(path.c_str(), sys::call(SYS_openat, root, path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444))};
  while (!text.empty()) {
    const long n = must("write", sys::call(SYS_write, fd.get(), text.data(), text.size()));
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

bool ours(const std::vector<u32>& cpus, u32 cpu) { return std::find(cpus.begin(), cpus.end(), cpu) != cpus.end(); }

/** "0-3,8" as the kernel writes lists of CPUs; only those of the slot are kept. */
std::vector<u32> ours_of_list(const std::string& list, const std::vector<u32>& cpus) {
  std::vector<u32> kept;
  std::istringstream parts{list};
  for (std::string part; std::getline(parts, part, ',');) {
    const auto dash = part.find('-');
    const u64 first = parse_u64(part.c_str());
    const u64 last = dash == std::string::npos ? first : parse_u64(part.c_str() + dash + 1);
    for (const u32 cpu : cpus) {
      if (cpu >= first && cpu <= last) kept.push_back(cpu);
    }
  }
  return kept;
}

/** The kernel's other way to write it: groups of 32 bits in hexadecimal, the highest first. */
std::string cpu_mask(const std::vector<u32>& cpus) {
  std::vector<u32> words(cpus.empty() ? 1 : *std::max_element(cpus.begin(), cpus.end()) / 32 + 1);
  for (const u32 cpu : cpus) words[cpu / 32] |= 1U << (cpu % 32);
  std::string text;
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    char group[16];
    std::snprintf(group, sizeof group, "%s%08x", text.empty() ? "" : ",", *word);
    text += group;
  }
  return text;
}

std::string topology_of(u32 cpu, const char* name) {
  return slurp("/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/" + name);
}

/** CPUs of the slot that share a package (`core_siblings_list`) or a core (`thread_siblings_list`) with one of them. */
std::vector<u32> neighbours(u32 cpu, const char* list, const std::vector<u32>& cpus) {
  std::vector<u32> kept = ours_of_list(topology_of(cpu, list), cpus);
  if (!ours(kept, cpu)) kept.push_back(cpu);
  return kept;
}

/** How many cores of the slot there are in the package of one of its CPUs. */
std::size_t cores_beside(u32 cpu, const std::vector<u32>& cpus) {
  std::size_t cores = 0;
  for (const u32 other : neighbours(cpu, "core_siblings_list", cpus)) {
    // Each core is counted at its first thread.
    const std::vector<u32> threads = neighbours(other, "thread_siblings_list", cpus);
    if (*std::min_element(threads.begin(), threads.end()) == other) ++cores;
  }
  return cores;
}

/** The paragraphs of /proc/cpuinfo that describe the slot's CPUs, and in them no larger package than the slot's share. */
std::string filtered_cpuinfo(const std::vector<u32>& cpus) {
  std::istringstream lines{slurp("/proc/cpuinfo")};
  std::string kept, paragraph;
  bool keep = true;
  u32 cpu = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("processor")) {
      if (colon != std::string::npos) cpu = static_cast<u32>(parse_u64(line.c_str() + colon + 2));
      keep = colon == std::string::npos || ours(cpus, cpu);
    } else if (keep && colon != std::string::npos && line.starts_with("siblings")) {
      line = line.substr(0, colon + 2) + std::to_string(neighbours(cpu, "core_siblings_list", cpus).size());
    } else if (keep && colon != std::string::npos && line.starts_with("cpu cores")) {
      line = line.substr(0, colon + 2) + std::to_string(cores_beside(cpu, cpus));
    }
    paragraph += line + "\n";
    if (line.empty()) {
      if (keep) kept += paragraph;
      paragraph.clear();
      keep = true;
    }
  }
  return keep ? kept + paragraph : kept;
}

/** /proc/stat of an idle machine with the slot's CPUs: the host's load is none of the program's business. */
std::string quiet_stat(const std::vector<u32>& cpus) {
  std::string text = "cpu  0 0 0 0 0 0 0 0 0 0\n";
  for (const u32 cpu : cpus) text += "cpu" + std::to_string(cpu) + " 0 0 0 0 0 0 0 0 0 0\n";
  return text + "intr 0\nctxt 0\nbtime 0\nprocesses 1\nprocs_running 1\nprocs_blocked 0\n";
}

void write_proc(int root, const std::vector<u32>& cpus) {
  for (const char* path : {"proc/.pids-a", "proc/.pids-b", "proc/sys", "proc/sys/kernel", "proc/sys/kernel/random",
                           "proc/sys/vm", "proc/sys/fs", "proc/sys/net", "proc/sys/net/core"}) {
    dir(root, path);
  }
  // The program is always process 2 of its namespace; further processes are found under /proc/.pids.
  for (const auto& [target, path] : {std::pair{".pids-a", "proc/.pids"},
                                     {".pids/self", "proc/self"},
                                     {".pids/thread-self", "proc/thread-self"},
                                     {".pids/2", "proc/2"},
                                     {"self/mounts", "proc/mounts"}}) {
    must(path, sys::call(SYS_symlinkat, target, root, path));
  }
  file(root, "proc/cpuinfo", filtered_cpuinfo(cpus));
  file(root, "proc/stat", quiet_stat(cpus));
  file(root, "proc/loadavg", "0.00 0.00 0.00 1/1 2\n");
  file(root, "proc/uptime", "3600.00 3600.00\n");
  file(root, "proc/version", slurp("/proc/version"));
  file(root, "proc/filesystems", "nodev\tproc\nnodev\ttmpfs\n");
  for (const char* same :
       {"sys/kernel/pid_max", "sys/kernel/threads-max", "sys/kernel/osrelease", "sys/kernel/ostype",
        "sys/kernel/version", "sys/kernel/cap_last_cap", "sys/kernel/ngroups_max", "sys/kernel/randomize_va_space",
        "sys/vm/overcommit_memory", "sys/vm/max_map_count", "sys/vm/mmap_min_addr", "sys/fs/file-max", "sys/fs/nr_open",
        "sys/fs/pipe-max-size", "sys/net/core/somaxconn"}) {
    file(root, std::string{"proc/"} + same, slurp(std::string{"/proc/"} + same));
  }
  file(root, "proc/sys/kernel/hostname", "sandbox\n");
  file(root, "proc/sys/kernel/core_pattern", "core\n");
}

void write_sys(int root, const std::vector<u32>& cpus) {
  for (const char* path : {"sys/devices", "sys/devices/system", "sys/devices/system/cpu", "sys/devices/system/node",
                           "sys/devices/system/node/node0", "sys/kernel", "sys/kernel/mm",
                           "sys/kernel/mm/transparent_hugepage", "sys/fs"}) {
    dir(root, path);
  }
  const std::string list = cpu_list(cpus) + "\n";
  for (const char* name : {"online", "possible", "present"}) {
    file(root, std::string{"sys/devices/system/cpu/"} + name, list);
  }
  file(root, "sys/devices/system/cpu/kernel_max", std::to_string(cpus.empty() ? 0 : cpus.back()) + "\n");
  for (const u32 cpu : cpus) {
    const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(cpu);
    dir(root, folder);
    const std::string topology = folder + "/topology";
    dir(root, topology);
    for (const char* name : {"core_id", "physical_package_id"})
      file(root, topology + "/" + name, topology_of(cpu, name));
    for (const char* name : {"thread_siblings", "core_siblings"}) {
      const std::vector<u32> siblings = neighbours(cpu, (std::string{name} + "_list").c_str(), cpus);
      file(root, topology + "/" + name, cpu_mask(siblings) + "\n");
      file(root, topology + "/" + name + "_list", cpu_list(siblings) + "\n");
    }
    file(root, folder + "/online", "1\n");
  }
  file(root, "sys/devices/system/node/online", "0\n");
  file(root, "sys/devices/system/node/possible", "0\n");
  file(root, "sys/devices/system/node/node0/cpulist", list);
  file(root, "sys/devices/system/node/node0/cpumap", cpu_mask(cpus) + "\n");
  for (const char* same : {"enabled", "hpage_pmd_size", "defrag", "shmem_enabled"}) {
    const std::string path = std::string{"sys/kernel/mm/transparent_hugepage/"} + same;
    file(root, path, slurp("/" + path));
  }
}

}  // namespace

std::string cpu_list(const std::vector<u32>& cpus) {
  std::string text;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t j = i;
    while (j + 1 < cpus.size() && cpus[j + 1] == cpus[j] + 1) ++j;
    if (!text.empty()) text += ",";
    text += std::to_string(cpus[i]);
    if (j > i) text += "-" + std::to_string(cpus[j]);
    i = j + 1;
  }
  return text;
}

std::vector<u32> usable_cpus() {
  // 8192 CPUs; the kernel refuses a mask smaller than its own.
  unsigned long mask[128] = {};
  std::vector<u32> cpus;
  if (sys::call(SYS_sched_getaffinity, 0, sizeof mask, mask) < 0) return cpus;
  for (u32 i = 0; i < 8192; ++i) {
    if ((mask[i / 64] >> (i % 64)) & 1) cpus.push_back(i);
  }
  return cpus;
}

Fd write_machine_view(int root, const std::vector<u32>& cpus) {
  write_proc(root, cpus);
  write_sys(root, cpus);
  file(root, "proc/meminfo", "");
  return Fd{must("meminfo", sys::call(SYS_openat, root, "proc/meminfo", O_RDWR | O_CLOEXEC))};
}

void write_meminfo(int fd, u64 bytes) {
  char text[512];
  const auto kib = static_cast<unsigned long long>(bytes / 1024);
  const int n = std::snprintf(text, sizeof text,
                              "MemTotal:       %llu kB\nMemFree:        %llu kB\nMemAvailable:   %llu kB\n"
                              "Buffers:        0 kB\nCached:         0 kB\nSwapCached:     0 kB\n"
                              "SwapTotal:      0 kB\nSwapFree:       0 kB\n",
                              kib, kib, kib);
  sys::call(SYS_ftruncate, fd, 0);
  sys::call(SYS_pwrite64, fd, text, static_cast<std::size_t>(n), 0);
}

}  // namespace sandglass
