#include "run/output.h"

#include <algorithm>

namespace sandglass {
namespace {

constexpr int pipe_bytes = 1 << 20;
alignas(64) u8 shuttle[1 << 16];

}  // namespace

void OutputStream::open(const Output& request, int sink, u32 uid) {
  int ends[2];
  must("pipe", sys::call(SYS_pipe2, ends, O_CLOEXEC));
  read_ = Fd{ends[0]};
  write_ = Fd{ends[1]};
  // Only our end must not block; the two ends have separate flags.
  must("pipe flags", sys::call(SYS_fcntl, ends[0], F_SETFL, O_NONBLOCK));
  sys::call(SYS_fcntl, ends[1], F_SETPIPE_SZ, pipe_bytes);
  // So that the program may open /dev/stdout, and only for writing.
  must("pipe mode", sys::call(SYS_fchmod, ends[1], 0200));
  must("pipe owner", sys::call(SYS_fchown, ends[1], uid, uid));
  sink_ = sink;
  splice_works_ = true;
  limit_ = request.limit_bytes;
  capture_ = request.capture_bytes;
  total_ = 0;
  captured_.clear();
}

void OutputStream::close() {
  read_.reset();
  write_.reset();
  sink_ = -1;
  total_ = 0;
  limit_ = 0;
  if (captured_.capacity() > sizeof shuttle) std::vector<u8>{}.swap(captured_);
  captured_.clear();
}

long OutputStream::move_to_file() {
  const u64 rest = limit_ - std::min(limit_, total_);
  if (rest > 0 && splice_works_) {
    const long n = sys::call(SYS_splice, read_.get(), nullptr, sink_, nullptr, std::min<u64>(rest, pipe_bytes), 0);
    if (n != -EINVAL) return n;
    splice_works_ = false;
  }
  const u64 want = rest > 0 ? std::min<u64>(rest, sizeof shuttle) : sizeof shuttle;
  const long n = sys::call(SYS_read, read_.get(), shuttle, want);
  for (long done = 0; rest > 0 && done < n;) {
    const long written = sys::call(SYS_write, sink_, shuttle + done, n - done);
    if (written < 0) throw Failure{"write output", static_cast<int>(-written)};
    done += written;
  }
  return n;
}

long OutputStream::move_to_memory() {
  const long n = sys::call(SYS_read, read_.get(), shuttle, sizeof shuttle);
  if (n > 0 && captured_.size() < capture_) {
    const u64 keep = std::min<u64>(static_cast<u64>(n), capture_ - captured_.size());
    captured_.insert(captured_.end(), shuttle, shuttle + keep);
  }
  return n;
}

void OutputStream::drain_rest() {
  while (read_.valid() && !drain() && !empty_) {
  }
}

bool OutputStream::drain() {
  empty_ = false;
  // Bounded: a program that writes faster than we read must not keep us from looking at the clocks.
  for (int turn = 0; turn < 64 && read_.valid() && total_ <= limit_; ++turn) {
    const long n = sink_ >= 0 ? move_to_file() : move_to_memory();
    if (n == -EAGAIN) empty_ = true;
    if (n == -EAGAIN || n == -EINTR) break;
    if (n < 0) throw Failure{"drain output", static_cast<int>(-n)};
    if (n == 0) {
      read_.reset();
      break;
    }
    total_ += static_cast<u64>(n);
  }
  return total_ > limit_;
}

}  // namespace sandglass
