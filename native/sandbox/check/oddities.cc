#include "oddities.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace sandglass {

void Oddities::add(const char* what, long fd, long kept) {
  // What this kernel or container does not have is left out.
  if (fd >= 0) all_.push_back({what, Fd{fd}, Fd{kept}});
}

Oddities::Oddities(const std::string& folder) {
  const auto in = [&](const char* name) { return folder + "/" + name; };
  const auto opened = [](const std::string& path, int flags) { return open(path.c_str(), flags | O_CLOEXEC, 0644); };
  const int text = opened(in("text"), O_RDWR | O_CREAT | O_TRUNC);
  if (write(text, "some text\n", 10) != 10) std::abort();
  add("file", opened(in("text"), O_RDONLY));
  add("writable file", text);
  add("large file", opened(in("large"), O_RDWR | O_CREAT | O_TRUNC));
  if (ftruncate(all_.back().fd.get(), 64 << 20) != 0) std::abort();
  add("path of a file", opened(in("text"), O_PATH));
  add("append-only file", opened(in("appended"), O_WRONLY | O_APPEND | O_CREAT));
  mkdir(in("folder").c_str(), 0755);
  add("folder", opened(in("folder"), O_DIRECTORY | O_PATH));
  add("readable folder", opened(in("folder"), O_DIRECTORY | O_RDONLY));
  add("system folder", opened("/usr", O_DIRECTORY | O_PATH));
  mkdir(in("gone").c_str(), 0755);
  add("removed folder", opened(in("gone"), O_DIRECTORY | O_RDONLY));
  rmdir(in("gone").c_str());
  add("removed file", opened(in("removed"), O_RDWR | O_CREAT));
  unlink(in("removed").c_str());
  mkfifo(in("fifo").c_str(), 0600);
  add("fifo", opened(in("fifo"), O_RDWR));
  add("path of a fifo", opened(in("fifo"), O_PATH));
  if (symlink("/etc", in("link").c_str()) == 0) add("link", opened(in("link"), O_PATH | O_NOFOLLOW));
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/ptmx"}) {
    add(device, opened(device, O_RDWR | O_NOCTTY));
  }
  for (const char* path : {"/proc", "/proc/self", "/sys", "/dev", "/"}) add(path, opened(path, O_DIRECTORY | O_PATH));
  for (const char* path :
       {"/proc/self/ns/mnt", "/proc/self/ns/pid", "/proc/self/maps", "/proc/self/mem", "/proc/uptime"}) {
    add(path, opened(path, O_RDONLY));
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) == 0) add("empty pipe", ends[0], ends[1]);
  if (pipe2(ends, O_CLOEXEC) == 0) add("writing end", ends[1], ends[0]);
  if (pipe2(ends, O_CLOEXEC) == 0) {
    add("closed pipe", ends[0]);
    close(ends[1]);
  }
  if (pipe2(ends, O_CLOEXEC) == 0) {
    add("broken pipe", ends[1]);
    close(ends[0]);
  }
  if (pipe2(ends, O_CLOEXEC) == 0) {
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    const std::string filling(65536, 'x');
    while (write(ends[1], filling.data(), filling.size()) > 0) {
    }
    fcntl(ends[1], F_SETFL, 0);
    add("full pipe", ends[1], ends[0]);
  }
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) add("stream socket", ends[0], ends[1]);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0) add("packet socket", ends[0], ends[1]);
  add("lonely socket", socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  add("network socket", socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  add("memory file", memfd_create("odd", MFD_CLOEXEC));
  add("event", eventfd(0, EFD_CLOEXEC));
  add("epoll", epoll_create1(EPOLL_CLOEXEC));
  add("timer", timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC));
  add("inotify", inotify_init1(IN_CLOEXEC));
  add("process", sys::call(SYS_pidfd_open, getpid(), 0));
  sigset_t signals;
  sigemptyset(&signals);
  add("signals", signalfd(-1, &signals, SFD_CLOEXEC));
}

const Oddity& Oddities::named(const char* what) const {
  for (const Oddity& one : all_) {
    if (std::strcmp(one.what, what) == 0) return one;
  }
  std::fprintf(stderr, "talk: there is no %s\n", what);
  std::abort();
}

}  // namespace sandglass
