#include "cpu_view.h"

#include <algorithm>
#include <sched.h>
#include <sstream>

#include "cgroup.h"
#include "rootfs.h"

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

/** The paragraphs of /proc/cpuinfo that describe the slot's CPUs. */
std::string filtered_cpuinfo(const std::vector<u32>& cpus) {
  std::istringstream lines{slurp("/proc/cpuinfo")};
  std::string kept, paragraph;
  bool keep = true;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("processor")) {
      const auto colon = line.find(": ");
      keep = colon == std::string::npos || ours(cpus, static_cast<u32>(parse_u64(line.c_str() + colon + 2)));
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
  for (const char* path : {"proc/.pids-a", "proc/.pids-b", "proc/sys", "proc/sys/kernel", "proc/sys/kernel/random", "proc/sys/vm",
                           "proc/sys/fs", "proc/sys/net", "proc/sys/net/core"}) {
    dir(root, path);
  }
  // The program is always process 2 of its namespace; further processes are found under /proc/.pids.
  for (const auto& [target, path] : {std::pair{".pids-a", "proc/.pids"}, {".pids/self", "proc/self"}, {".pids/thread-self", "proc/thread-self"},
                                     {".pids/2", "proc/2"}, {"self/mounts", "proc/mounts"}}) {
    must(path, sys::call(SYS_symlinkat, target, root, path));
  }
  file(root, "proc/cpuinfo", filtered_cpuinfo(cpus));
  file(root, "proc/stat", quiet_stat(cpus));
  file(root, "proc/loadavg", "0.00 0.00 0.00 1/1 2\n");
  file(root, "proc/uptime", "3600.00 3600.00\n");
  file(root, "proc/version", slurp("/proc/version"));
  file(root, "proc/filesystems", "nodev\tproc\nnodev\ttmpfs\n");
  for (const char* same : {"sys/kernel/pid_max", "sys/kernel/threads-max", "sys/kernel/osrelease", "sys/kernel/ostype",
                           "sys/kernel/version", "sys/kernel/cap_last_cap", "sys/kernel/ngroups_max",
                           "sys/kernel/randomize_va_space", "sys/vm/overcommit_memory", "sys/vm/max_map_count",
                           "sys/vm/mmap_min_addr", "sys/fs/file-max", "sys/fs/nr_open", "sys/fs/pipe-max-size",
                           "sys/net/core/somaxconn"}) {
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
  for (const u32 cpu : cpus) {
    const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(cpu);
    dir(root, folder);
    dir(root, folder + "/topology");
    file(root, folder + "/online", "1\n");
  }
  file(root, "sys/devices/system/node/online", "0\n");
  file(root, "sys/devices/system/node/possible", "0\n");
  file(root, "sys/devices/system/node/node0/cpulist", list);
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
