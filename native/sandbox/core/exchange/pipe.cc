#include "exchange/pipe.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>

namespace sandglass {
namespace {

/** linux/magic.h, PIPEFS_MAGIC: a pipe, and not a fifo on somebody's disk. */
constexpr long pipe_file_system = 0x50495045;

}  // namespace

Pipe::Pipe() {
  int ends[2];
  must("pipe", sys::call(SYS_pipe2, ends, O_CLOEXEC));
  read = Fd{ends[0]};
  write = Fd{ends[1]};
}

void check_pipe(int fd, int access) {
  const long flags = must("pipe flags", sys::call(SYS_fcntl, fd, F_GETFL));
  struct statfs where {};
  must("pipe kind", sys::call(SYS_fstatfs, fd, &where));
  if ((flags & O_ACCMODE) != access || where.f_type != pipe_file_system) throw Failure{"not a pipe", EINVAL};
}

void give_pipe(int fd, int access, u32 uid) {
  check_pipe(fd, access);
  must("pipe mode", sys::call(SYS_fchmod, fd, access == O_RDONLY ? 0400 : 0200));
  must("pipe owner", sys::call(SYS_fchown, fd, uid, uid));
}

void set_nonblocking(int fd) {
  const long flags = must("pipe flags", sys::call(SYS_fcntl, fd, F_GETFL));
  must("pipe flags", sys::call(SYS_fcntl, fd, F_SETFL, flags | O_NONBLOCK));
}

u64 waiting_bytes(const Fd& fd) {
  int n = 0;
  if (fd.valid()) sys::call(SYS_ioctl, fd.get(), FIONREAD, &n);
  return static_cast<u64>(n);
}

}  // namespace sandglass
