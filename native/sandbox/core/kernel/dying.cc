#include "kernel/dying.h"

#include <algorithm>
#include <csignal>
#include <sched.h>
#include <sys/resource.h>

namespace sandglass {
namespace {

/** The kernel's weight of nice 0; each step takes a fifth away. */
constexpr std::size_t ordinary_weight = 1024;
constexpr int least_nice = 19;
/** Descriptors of processes that are held at a time. */
constexpr std::size_t killed_at_a_time = 64;

Fd open_for(const std::string& path, int flags) {
  return Fd{sys::call(SYS_openat, AT_FDCWD, path.c_str(), flags | O_CLOEXEC)};
}

/** Not with pwrite(2), which this kind of file refuses. */
void write_nice(const Fd& share, int nice) {
  const std::string text = std::to_string(nice);
  if (share.valid()) sys::call(SYS_write, share.get(), text.data(), text.size());
}

struct Session {
  std::string name;
  /** The file of one of its processes in which its share is set. */
  std::string file;
};

struct Sessions {
  std::vector<Session> found;
  /** Of the others the processes have ended, or their kernel has no shares of sessions. */
  bool all = true;
};

Sessions sessions_of(const std::string& folder, const std::vector<std::string>& processes) {
  Sessions result;
  auto& [sessions, all] = result;
  for (const std::string& process : processes) {
    std::string file = folder + process + "/autogroup";
    const long opened = sys::call(SYS_openat, AT_FDCWD, file.c_str(), O_RDONLY | O_CLOEXEC);
    const Fd share{opened};
    char text[64];
    const long length = share.valid() ? read_at_start(share.get(), text, sizeof text) : opened;
    if (length < 0 && length != -ENOENT && length != -ESRCH) all = false;
    if (length <= 0) continue;
    sessions.push_back({{text, std::strcspn(text, " ")}, std::move(file)});
  }
  const auto before = [](const Session& a, const Session& b) { return a.name < b.name; };
  const auto same = [](const Session& a, const Session& b) { return a.name == b.name; };
  std::sort(sessions.begin(), sessions.end(), before);
  sessions.erase(std::unique(sessions.begin(), sessions.end(), same), sessions.end());
  return result;
}

}  // namespace

int nice_of_each(std::size_t many, CpuShare cpu_share) {
  if (cpu_share == CpuShare::idle) return least_nice;
  const std::size_t together = cpu_share == CpuShare::small ? ordinary_weight / 9 : ordinary_weight;
  int nice = 0;
  for (std::size_t weight = ordinary_weight; many * weight > together && nice < least_nice; weight = weight * 4 / 5) {
    ++nice;
  }
  return nice;
}

void give_cpu_share(const std::vector<int>& threads, CpuShare cpu_share) {
  const sched_param none{0};
  const int nice = nice_of_each(threads.size(), cpu_share);
  for (const int thread : threads) {
    sys::call(SYS_sched_setscheduler, thread, cpu_share == CpuShare::idle ? SCHED_IDLE : SCHED_OTHER, &none);
    // A program may have chosen another for itself.
    sys::call(SYS_setpriority, PRIO_PROCESS, thread, nice);
  }
}

void give_share_to_sessions(const std::string& folder, const std::vector<std::string>& processes, CpuShare cpu_share) {
  const std::vector<Session> sessions = sessions_of(folder, processes).found;
  const int nice = nice_of_each(sessions.size(), cpu_share);
  // Descriptors are too few to keep one of each.
  for (const Session& session : sessions) write_nice(open_for(session.file, O_WRONLY), nice);
}

std::optional<std::vector<std::string>> processes_in(const std::string& folder) {
  struct Dirent64 {
    u64 ino;
    i64 off;
    unsigned short reclen;
    u8 type;
    char name[];
  };
  const Fd opened = open_for(folder, O_RDONLY | O_DIRECTORY);
  if (!opened.valid()) return {};
  std::vector<std::string> names;
  alignas(8) char buffer[4096];
  while (true) {
    const long n = sys::call(SYS_getdents64, opened.get(), buffer, sizeof buffer);
    if (n < 0) return {};
    if (n == 0) return names;
    for (long at = 0; at < n; at += reinterpret_cast<const Dirent64*>(buffer + at)->reclen) {
      const char* name = reinterpret_cast<const Dirent64*>(buffer + at)->name;
      if (name[0] >= '0' && name[0] <= '9') names.emplace_back(name);
    }
  }
}

std::optional<std::size_t> count_sessions(const std::string& folder, const std::vector<std::string>& processes) {
  const Sessions sessions = sessions_of(folder, processes);
  if (!sessions.all) return {};
  return sessions.found.size();
}

void give_share_to_session(const Fd& share, CpuShare cpu_share) { write_nice(share, nice_of_each(1, cpu_share)); }

void kill_all(const std::function<std::vector<int>()>& threads) {
  std::vector<int> known;
  const auto is_in = [](const std::vector<int>& all, int thread) {
    return std::find(all.begin(), all.end(), thread) != all.end();
  };
  while (true) {
    std::vector<std::pair<int, Fd>> found;
    for (const int thread : threads()) {
      if (is_in(known, thread)) continue;
      if (found.size() == killed_at_a_time) break;
      // (There is no descriptor of a thread that is not its process's first: the signal reaches it by that one.)
      const long process = sys::call(SYS_pidfd_open, thread, 0);
      // Those that there is no descriptor for now are found again once these are killed.
      if (process == -EMFILE || process == -ENFILE) break;
      found.emplace_back(thread, Fd{process});
    }
    if (found.empty()) return;
    // The number of one that has ended may be another's by now, outside: who is still inside had it all the time.
    const std::vector<int> inside = threads();
    for (const auto& [thread, process] : found) {
      known.push_back(thread);
      if (!is_in(inside, thread) || !process.valid()) continue;
      sys::call(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0);
    }
  }
}

}  // namespace sandglass
