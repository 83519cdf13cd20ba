// Control groups whose slot is no more: their processes are killed, and they are removed once the last is gone.
#pragma once
#include "kernel/cgroup.h"

namespace sandglass {

/**
 * To the slot's groups, and to these threads of them (or of their supervisor) with their sessions.
 * @param cpu_share not idle: nobody would raise them later
 */
void give_share_to_slot(const CgroupHost& host, const std::string& name, const std::vector<int>& threads,
                        CpuShare cpu_share);

/** Removes the slot's folders; waits for nothing. @returns false when one is still there: processes are inside */
bool remove_empty_cgroups(const CgroupHost& host, const std::string& name);

/**
 * Kills what is in these groups, gives it CPU time (its supervisor may have taken it away, handover.h) and removes the
 * groups when it is gone. Missing ones are no error.
 * @param cpu_share asked again and again
 * @returns false when there is still one after `patience_ns`
 */
bool end_cgroups(const CgroupHost& host, std::vector<std::string> names, u64 patience_ns,
                 const std::function<CpuShare()>& cpu_share);

/** The groups that brokers have left which are dead. Names are `sandglass-<pid>-<start time>-<ordinal>-<number>`. */
std::vector<std::string> stale_cgroups(const CgroupHost& host);

}  // namespace sandglass
