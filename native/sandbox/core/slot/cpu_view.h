// The machine as a contestant's program may see it: the slot's CPUs, and no more memory than its limit.
//
// Guarantees: /sys/devices/system/cpu, /proc/cpuinfo and /proc/stat name exactly the slot's CPUs; nothing else of the
// host's /proc and /sys is present. The run's own processes are under /proc/.pids, where the links point.
#pragma once
#include <vector>

#include "kernel/sys.h"

namespace sandglass {

/** Writes /proc and /sys of the slot below `root` and returns /proc/meminfo open for writing. */
Fd write_machine_view(int root, const std::vector<u32>& cpus);

/** "0-1,4" for {0, 1, 4}. */
std::string cpu_list(const std::vector<u32>& cpus);

/** The CPUs the calling process may use. */
std::vector<u32> usable_cpus();

}  // namespace sandglass
