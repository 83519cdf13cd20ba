// What the host's processes are like, as only root may see it: where those in state D wait in the kernel, and how many
// namespaces there are.
//
// Guarantees: nothing that is read can hang (state and wchan take no lock a stuck process may hold; stacks would); at
// most 20 000 processes are looked at and 256 told; the answer names no command line, only numbers and functions of
// the kernel.
#pragma once
#include <string>

namespace sandglass {

/** A JSON object of the shape `HostView` in src/types.ts. `namespaces`: count those too, five links per process. */
std::string host_view_as_json(bool namespaces);

}  // namespace sandglass
