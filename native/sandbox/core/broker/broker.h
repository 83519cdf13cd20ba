// The only process of ours that is root for good: it makes slots and probes the host, and accepts nothing else.
//
// Guarantees: it reads nothing but requests for slots, probes and the host's view from the one socket it was started with; when that socket
// is closed it ends every slot, removes their control groups and ends itself.
#pragma once
#include "kernel/sys.h"

namespace sandglass {

/** @param uid_base the only first user id that slots may be asked for; 0: the client is root itself and may choose */
[[noreturn]] void run_broker(Fd socket, u32 uid_base);

}  // namespace sandglass
