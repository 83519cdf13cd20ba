// What this host offers, found by trying each thing in a process that then ends.
#pragma once
#include <string>

#include "cgroup.h"

namespace sandglass {

/** `sysinfo`: can_answer_sysinfo(). A JSON object of the shape `ProbeReport` in src/types.ts. */
std::string probe_as_json(const CgroupHost& host, bool sysinfo);

}  // namespace sandglass
