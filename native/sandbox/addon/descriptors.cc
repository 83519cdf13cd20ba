#include "descriptors.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

extern char** environ;

namespace sandglass_addon {

Descriptors::~Descriptors() {
  for (const int fd : fds_) close(fd);
}

int open_path(const std::string& path, OpenKind kind) {
  if (kind == OpenKind::descriptor) {
    const int copy = fcntl(std::atoi(path.c_str()), F_DUPFD_CLOEXEC, 3);
    return copy < 0 ? -errno : copy;
  }
  int flags = O_CLOEXEC | O_NOCTTY;
  switch (kind) {
    case OpenKind::input: flags |= O_RDONLY | O_NONBLOCK; break;
    case OpenKind::output: flags |= O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK; break;
    case OpenKind::folder: flags |= O_PATH | O_DIRECTORY; break;
    case OpenKind::any: flags |= O_PATH; break;
    case OpenKind::descriptor: break;
  }
  const int fd = open(path.c_str(), flags, 0644);
  if (fd < 0) return -errno;
  if (kind == OpenKind::folder || kind == OpenKind::any) return fd;
  struct stat info {};
  // A fifo would stop the run or us; only files and /dev/null make sense here.
  if (fstat(fd, &info) != 0 || !(S_ISREG(info.st_mode) || S_ISCHR(info.st_mode))) {
    close(fd);
    return -EINVAL;
  }
  fcntl(fd, F_SETFL, 0);
  return fd;
}

int send_message(int socket, const void* bytes, std::size_t size, const std::vector<int>& fds) {
  if (fds.size() > 250) return -E2BIG;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * 250)];
  iovec part{const_cast<void*>(bytes), size};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!fds.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * fds.size());
    cmsghdr* c = CMSG_FIRSTHDR(&message);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(int) * fds.size());
    std::memcpy(CMSG_DATA(c), fds.data(), sizeof(int) * fds.size());
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -errno : 0;
}

int memory_file(const void* bytes, std::size_t size) {
  const int fd = memfd_create("sandglass-request", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -errno;
  const char* p = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t n = write(fd, p, size);
    if (n < 0) {
      const int error = errno;
      close(fd);
      return -error;
    }
    p += n;
    size -= static_cast<std::size_t>(n);
  }
  // The other side reads it where it is, and accepts only what can no longer change.
  if (fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) != 0) {
    const int error = errno;
    close(fd);
    return -error;
  }
  return fd;
}

long receive_message(int socket, void* buffer, std::size_t size, std::vector<int>& fds) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * 8)];
  iovec part{buffer, size};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  // The other end has gone without reading all we sent. That is reported once, before what it had sent to us.
  if (n < 0 && errno == ECONNRESET) n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (n < 0) return -errno;
  for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(c) + i * sizeof(int), sizeof fd);
      fds.push_back(fd);
    }
  }
  return n;
}

int start_broker(const std::string& executable) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // The broker's end arrives as descriptor 3; duplicating onto the same number would leave close-on-exec set.
  if (ends[1] == 3) {
    const int moved = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
    close(ends[1]);
    ends[1] = moved;
  }
  posix_spawn_file_actions_adddup2(&actions, ends[1], 3);
  // Node's own standard descriptors are close-on-exec; the broker keeps only standard error, for its last words.
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, 0, 1);
  posix_spawn_file_actions_adddup2(&actions, 2, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // Node blocks and ignores signals; the broker and all it starts must have the defaults. Its own session: the
  // terminal's Ctrl-C ends Node first, whose death then ends the broker in order.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  char name[] = "sandglass-sandbox", mode[] = "broker", number[] = "3";
  char* const arguments[] = {name, mode, number, nullptr};
  pid_t pid = 0;
  const int error = posix_spawn(&pid, executable.c_str(), &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    return -error;
  }
  return ends[0];
}

}  // namespace sandglass_addon
