// The only process of ours that is root for good: it makes slots and probes the host, and accepts nothing else.
//
// Guarantees: it reads nothing but slot and probe requests from the one socket it was started with; when that socket
// is closed it ends every slot, removes their control groups and ends itself.
#pragma once
#include "sys.h"

namespace sandglass {

[[noreturn]] void run_broker(Fd socket);

}  // namespace sandglass
