// What the host's tasks are like, as only root may see it: where those in state D wait in the kernel, and how many
// namespaces there are; and whether its clock follows a time server, which is in no file.
//
// Guarantees: nothing that is read here can hang (state and wchan take no lock a stuck task may hold; stacks are read by
// a child, see kernel_stacks.h); at most 20 000 processes and 1 000 of their further threads are looked at; of the
// first 6 000 that are stuck the place is reported, and of a few at each place the stack; the answer names no command
// line, only numbers and functions of the kernel.
#pragma once
#include <string>

namespace sandglass {

/**
 * A JSON object of the shape `HostView` in src/types.ts.
 * @param namespaces count those instead of reading stacks: five links per process
 * @param root instead of /proc, for tests
 */
std::string host_view_as_json(bool namespaces, const std::string& root = "/proc");

}  // namespace sandglass
