// Processes that are killed and not gone yet: the kernel needs CPU time to take their memory apart. Which share of the core
// they get for that.
//
// Three things decide about that share: the policy and the nice value of a thread, the share of its session
// (CONFIG_SCHED_AUTOGROUP: sessions share a core by halves, for any priorities of the processes inside), and, where
// there is one, the share of its control group (Cgroup::give_cpu_share).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernel/sys.h"

namespace sandglass {

/** Those that nobody else wants; about a tenth of an ordinary process's; as many as one ordinary process has. */
enum class CpuShare : u8 { idle, small, ordinary };

/** The nice value of each of so many that have this share together: they must not crowd out the others. */
int nice_of_each(std::size_t many, CpuShare cpu_share);

/** @param threads their numbers */
void give_cpu_share(const std::vector<int>& threads, CpuShare cpu_share);

/**
 * To the sessions of these processes, each once.
 * @param folder where /proc is, with a slash at the end
 */
void give_share_to_sessions(const std::string& folder, const std::vector<std::string>& processes, CpuShare cpu_share);

/** The names of the processes in such a folder. @returns nothing where they cannot be listed, for want of descriptors too */
std::optional<std::vector<std::string>> processes_in(const std::string& folder);

/**
 * Where groups have no share (Cgroup::has_share), each gets the CPU time of one process, however many are in it.
 * @returns nothing where one cannot be asked, for want of descriptors too
 */
std::optional<std::size_t> count_sessions(const std::string& folder, const std::vector<std::string>& processes);

/** To the caller's own session. @param share its file `autogroup` */
void give_share_to_session(const Fd& share, CpuShare cpu_share);

/**
 * Kills all that are listed, until no one is new: a killed process cannot fork any more. One free descriptor is enough,
 * beside what listing them takes.
 */
void kill_all(const std::function<std::vector<int>()>& threads);

}  // namespace sandglass
