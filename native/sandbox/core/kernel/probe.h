// What this host offers, found by trying each thing in a process that then ends.
#pragma once
#include <string>

#include "kernel/cgroup.h"

namespace sandglass {

/**
 * A JSON object of the shape `ProbeReport` in src/types.ts.
 * @param sysinfo can_answer_sysinfo()
 * @param setups_are_delayed tests can make the set-ups of the asked broker slow (broker.cc)
 */
std::string probe_as_json(const CgroupHost& host, bool sysinfo, bool setups_are_delayed);

}  // namespace sandglass
