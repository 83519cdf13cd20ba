// The pipes of an exchange.
#pragma once
#include "kernel/sys.h"

namespace sandglass {

/** Made here: the program's end blocks, ours shall not. */
struct Pipe {
  Fd read, write;
  /** @throws Failure */
  Pipe();
};

/** @param access O_RDONLY or O_WRONLY. @throws Failure when it is no pipe, or open for something else */
void check_pipe(int fd, int access);
/** The same; and it is handed over to the slot's user, who may open it again by name. @throws Failure */
void give_pipe(int fd, int access, u32 uid);
void set_nonblocking(int fd);
/** Written and not read yet; of either end. 0 when it is closed. */
u64 waiting_bytes(const Fd& fd);

}  // namespace sandglass
