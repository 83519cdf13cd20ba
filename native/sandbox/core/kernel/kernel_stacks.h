// Kernel stacks of stuck tasks. Only root may read them, and reading one is a trap: the kernel lets nobody look at a task
// that is in the middle of execve (lock_trace in fs/proc/base.c), and that may last for as long as a dead disk is dead.
//
// Guarantees: the stacks are read by a child, which owns no descriptor of ours and is killed when it comes to a halt; the
// caller is held up for 300 ms at the very most, and receives what was read until then. The lock is one that a kill
// ends, so that no child stays.
#pragma once
#include <string>
#include <vector>

namespace sandglass {

/**
 * @param files such as /proc/7/stack; 16 of them at most are read
 * @returns of each the functions of the kernel, innermost first, 12 at most; none where it could not be read
 */
std::vector<std::vector<std::string>> read_kernel_stacks(const std::vector<std::string>& files);

}  // namespace sandglass
