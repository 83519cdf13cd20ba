#include "kernel/kernel_stacks.h"

#include <algorithm>
#include <climits>
#include <csignal>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>

#include "kernel/sys.h"

namespace sandglass {
namespace {

constexpr std::size_t most_stacks = 16;
constexpr std::size_t most_frames = 12;
/** As long a child may need, and as many of them: one more after the first has been caught. */
constexpr u64 patience_ns = 150'000'000;
constexpr int children = 2;

/** What a child says of one file. Smaller than PIPE_BUF, so that it comes whole or not at all; all fit into a pipe. */
struct FileText {
  u32 index;
  u32 size;
  char text[2048];
};

[[noreturn]] void report(const std::vector<std::string>& files, std::size_t from, int out) {
  sys::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (out > 0) sys::call(SYS_close_range, 0, out - 1, 0);
  sys::call(SYS_close_range, out + 1, UINT_MAX, 0);
  static FileText text;
  for (std::size_t index = from; index < files.size(); ++index) {
    const Fd file{sys::call(SYS_openat, AT_FDCWD, files[index].c_str(), O_RDONLY | O_CLOEXEC)};
    const long size = file.valid() ? sys::call(SYS_read, file.get(), text.text, sizeof text.text) : 0;
    text.index = static_cast<u32>(index);
    text.size = size < 0 ? 0 : static_cast<u32>(size);
    sys::call(SYS_write, out, &text, sizeof text);
  }
  while (true) sys::call(SYS_exit_group, 0);
}

/** Waits for the next word of a child. @returns false: it has said all, or is late */
bool hear(int in, u64 until_ns, FileText& text) {
  const u64 now = monotonic_ns();
  const u64 left = until_ns > now ? until_ns - now : 0;
  const timespec wait{static_cast<time_t>(left / 1'000'000'000), static_cast<long>(left % 1'000'000'000)};
  pollfd one{in, POLLIN, 0};
  if (sys::call(SYS_ppoll, &one, 1, &wait, nullptr, 0) <= 0) return false;
  return sys::call(SYS_read, in, &text, sizeof text) == static_cast<long>(sizeof text);
}

/** `[<0>] __mutex_lock.isra.0+0x1a/0x90`, a line each. What is no name of a function is left out. */
std::vector<std::string> functions_of(std::string_view text) {
  std::vector<std::string> functions;
  while (!text.empty() && functions.size() < most_frames) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const auto from = line.find("] ");
    const auto to = line.find('+');
    if (from == std::string_view::npos || to == std::string_view::npos || to < from + 3) continue;
    const auto name = line.substr(from + 2, to - from - 2);
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    });
    if (plain) functions.emplace_back(name);
  }
  return functions;
}

}  // namespace

std::vector<std::vector<std::string>> read_kernel_stacks(const std::vector<std::string>& files) {
  std::vector<std::vector<std::string>> stacks(files.size());
  const std::vector<std::string> wanted(
      files.begin(), files.begin() + static_cast<std::ptrdiff_t>(std::min(files.size(), most_stacks)));
  static FileText text;
  std::size_t next = 0;
  for (int child = 0; child < children && next < wanted.size(); ++child) {
    int ends[2];
    if (sys::call(SYS_pipe2, ends, O_CLOEXEC) < 0) break;
    const Fd in{ends[0]};
    Fd out{ends[1]};
    const pid_t pid = fork();
    if (pid < 0) break;
    if (pid == 0) report(wanted, next, out.get());
    out.reset();
    const u64 until = monotonic_ns() + patience_ns;
    while (next < wanted.size() && hear(in.get(), until, text)) {
      if (text.index < stacks.size() && text.size <= sizeof text.text)
        stacks[text.index] = functions_of({text.text, text.size});
      next = text.index + 1;
    }
    // Reaped by the loop that is notified of the deaths of our children. The file it was caught at is left out.
    sys::call(SYS_kill, pid, SIGKILL);
    ++next;
  }
  return stacks;
}

}  // namespace sandglass
