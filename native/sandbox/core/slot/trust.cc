#include "slot/trust.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

namespace sandglass {
namespace {

/** File systems whose files are questions to the kernel, by the magic number that statfs returns. */
bool is_kernel_interface(int fd) {
  struct statfs64 info {};
  if (sys::call(SYS_fstatfs, fd, &info) < 0) return true;
  switch (static_cast<u32>(info.f_type)) {
    case 0x00009fa0:  // proc
    case 0x62656572:  // sysfs
    case 0x0027e0eb:  // cgroup
    case 0x63677270:  // cgroup2
    case 0x64626720:  // debugfs
    case 0x74726163:  // tracefs
    case 0x73636673:  // securityfs
    case 0x62656570:  // configfs
    case 0xcafe4a11:  // bpf
    case 0xde5e81e4:  // efivarfs
    case 0x6e736673:  // namespaces
    case 0xf97cff8c:  // selinux
    case 0x43415d53:  // smack
    case 0x42494e4d:  // binfmt_misc
    case 0x65735543:  // fuse control
    case 0x7655821:   // resctrl
    case 0x6165676c:  // pstore
      return true;
    default: return false;
  }
}

/** null, and for reading zero, full, random, urandom: what they do does not depend on who asks. */
bool is_harmless_device(const struct stat& info, bool writing) {
  if (!S_ISCHR(info.st_mode) || major(info.st_rdev) != 1) return false;
  const auto number = minor(info.st_rdev);
  return number == 3 || (!writing && (number == 5 || number == 7 || number == 8 || number == 9));
}

void check_stream(int fd, bool writing, const char* refusal) {
  const long flags = sys::call(SYS_fcntl, fd, F_GETFL);
  const long mode = flags & O_ACCMODE;
  // A path descriptor reports the access mode "reading", but nothing can be read from it.
  if (flags < 0 || (flags & O_PATH) != 0 || (mode != O_RDWR && mode != (writing ? O_WRONLY : O_RDONLY))) {
    throw Failure{refusal, EACCES};
  }
  struct stat info {};
  if (fstat(fd, &info) != 0) throw Failure{refusal, errno};
  if (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode) && !is_harmless_device(info, writing))
    throw Failure{refusal, EINVAL};
  if (is_kernel_interface(fd)) throw Failure{refusal, EPERM};
}

void check_mountable(int fd, bool folder, const char* refusal) {
  struct stat info {};
  if (fstat(fd, &info) != 0) throw Failure{refusal, errno};
  if (!S_ISDIR(info.st_mode) && (folder || !S_ISREG(info.st_mode))) throw Failure{refusal, folder ? ENOTDIR : EINVAL};
  if (is_kernel_interface(fd)) throw Failure{refusal, EPERM};
}

}  // namespace

void check_descriptors(const RunRequest& q, const std::vector<Fd>& fds) {
  const auto fd = [&](int index) { return fds[static_cast<std::size_t>(index)].get(); };
  if (q.in.fd >= 0) check_stream(fd(q.in.fd), false, "stdin is no file or pipe that its sender may read");
  if (q.out.fd >= 0) check_stream(fd(q.out.fd), true, "stdout is no file or pipe that its sender may write");
  if (q.err.fd >= 0) check_stream(fd(q.err.fd), true, "stderr is no file or pipe that its sender may write");
  if (q.exchange) {
    check_stream(fd(q.exchange->to_interactor), true, "exchange: no pipe that its sender may write");
    check_stream(fd(q.exchange->from_interactor), false, "exchange: no pipe that its sender may read");
  }
  for (const FileRequest& file : q.files) {
    if (file.fd >= 0) check_stream(fd(file.fd), false, "files.source is no file that its sender may read");
  }
  if (q.program_fd >= 0) check_mountable(fd(q.program_fd), true, "program is no folder of files");
  for (const BindRequest& bind : q.binds)
    check_mountable(fd(bind.fd), false, "binds.source is no file or folder of files");
}

void check_descriptors(const SlotRequest& q, const std::vector<Fd>& fds) {
  const auto fd = [&](int index) { return fds[static_cast<std::size_t>(index)].get(); };
  if (q.rootfs_fd >= 0) check_mountable(fd(q.rootfs_fd), true, "rootfs is no folder of files");
  for (const BindRequest& bind : q.binds) {
    check_mountable(fd(bind.fd), false, "extraBinds.source is no file or folder of files");
  }
}

}  // namespace sandglass
