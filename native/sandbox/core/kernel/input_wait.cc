#include "kernel/input_wait.h"

#include <dirent.h>

namespace sandglass {
namespace {

struct Seen {
  bool runs = false, reads = false, polls = false, other = false;
  int tasks = 0;
};

/** Beyond that nothing is said for sure: it would take the supervisor too long. */
constexpr int most_tasks = 256;

/** Calls `visit(name)` for each numeric entry of a folder of /proc until it returns false. */
template <typename Visit>
void each_number(int folder, Visit visit) {
  alignas(8) char buffer[4096];
  while (true) {
    const long n = sys::call(SYS_getdents64, folder, buffer, sizeof buffer);
    if (n <= 0) return;
    for (long at = 0; at < n;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
      at += entry->d_reclen;
      if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && !visit(entry->d_name)) return;
    }
  }
}

Fd open_at(int folder, const char* name, int flags) {
  return Fd{sys::call(SYS_openat, folder, name, flags | O_RDONLY | O_CLOEXEC)};
}

/** proc(5), /proc/pid/syscall: "running", or the number of the call and its arguments in hexadecimal. */
void judge_call(const char* text, Seen& seen) {
  if (text[0] < '0' || text[0] > '9') {
    seen.runs = true;
    return;
  }
  const char* argument = std::strchr(text, ' ');
  const bool of_input = argument != nullptr && std::strncmp(argument, " 0x0 ", 5) == 0;
  switch (static_cast<long>(parse_u64(text))) {
    case SYS_read:
    case SYS_readv: (of_input ? seen.reads : seen.other) = true; return;
    case SYS_wait4:
    case SYS_waitid: return;
#if defined(__x86_64__)
    case SYS_poll:
    case SYS_select:
    case SYS_epoll_wait:
#endif
    case SYS_ppoll:
    case SYS_pselect6:
    case SYS_epoll_pwait: seen.polls = true; return;
    default: seen.other = true;
  }
}

bool look_at_process(int processes, const char* name, Seen& seen) {
  const Fd process = open_at(processes, name, O_DIRECTORY);
  const Fd tasks = open_at(process.get(), "task", O_DIRECTORY);
  if (!tasks.valid()) return ++seen.tasks < most_tasks;
  each_number(tasks.get(), [&](const char* task_name) {
    const Fd task = open_at(tasks.get(), task_name, O_DIRECTORY);
    const Fd call = open_at(task.get(), "syscall", 0);
    char text[256];
    // A zombie has the file but nothing in it; a thread that has just gone has none.
    if (call.valid() && read_at_start(call.get(), text, sizeof text) > 0) judge_call(text, seen);
    return ++seen.tasks < most_tasks;
  });
  return seen.tasks < most_tasks;
}

}  // namespace

InputWait look_for_input_wait() {
  const Fd processes = open_at(AT_FDCWD, "/proc/.pids/", O_DIRECTORY);
  if (!processes.valid()) return InputWait::no;
  Seen seen;
  each_number(processes.get(), [&](const char* name) {
    return std::strcmp(name, "1") == 0 || look_at_process(processes.get(), name, seen);
  });
  if (seen.tasks >= most_tasks) seen.other = true;
  if (seen.runs || !(seen.reads || seen.polls)) return InputWait::no;
  return seen.reads && !seen.polls && !seen.other ? InputWait::surely : InputWait::perhaps;
}

}  // namespace sandglass
