#include "reader.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace sandglass {
namespace {

struct Counts {
  std::uint64_t lines;
  std::uint64_t tokens;
};

/**
 * Lines and token starts, in a form the compiler turns into vector instructions: sums of bytes in
 * short blocks, so that the accumulators stay one byte wide. This is what keeps exact places
 * cheap: counting is done in bulk over consumed bytes, never while comparing.
 */
__attribute__((optimize("O3"))) Counts count(const char* data, std::size_t size, bool after_space) {
  Counts counts{0, 0};
  if (size == 0) return counts;
  counts.lines = data[0] == '\n';
  counts.tokens = after_space && !is_space(data[0]);
  for (std::size_t start = 1; start < size;) {
    const std::size_t block = size - start < 255 ? size - start : 255;
    std::uint8_t lines = 0, tokens = 0;
    for (std::size_t i = 0; i < block; i++) {
      const char c = data[start + i], before = data[start + i - 1];
      const bool space = (c == ' ') | (static_cast<std::uint8_t>(c - '\t') < 5);
      const bool space_before = (before == ' ') | (static_cast<std::uint8_t>(before - '\t') < 5);
      lines = static_cast<std::uint8_t>(lines + (c == '\n'));
      tokens = static_cast<std::uint8_t>(tokens + (space_before & !space));
    }
    counts.lines += lines;
    counts.tokens += tokens;
    start += block;
  }
  return counts;
}

}  // namespace

Reader::Reader(int fd) : fd_(fd), buffer_(std::make_unique_for_overwrite<char[]>(buffer_bytes)) {}

void Reader::count_consumed() {
  const char* data = buffer_.get() + counted_;
  const std::size_t size = begin_ - counted_;
  if (size == 0) return;
  const Counts counts = count(data, size, after_space_);
  lines_ += counts.lines;
  tokens_ += counts.tokens;
  if (counts.lines > 0) {
    const auto* last = static_cast<const char*>(memrchr(data, '\n', size));
    line_start_ = offset_ + static_cast<std::uint64_t>(last - data) + 1;
  }
  offset_ += size;
  after_space_ = is_space(data[size - 1]);
  counted_ = begin_;
}

bool Reader::more() {
  if (at_end_) return false;
  count_consumed();
  if (begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = counted_ = 0;
  }
  if (end_ == buffer_bytes) return false;
  for (;;) {
    const ssize_t got = ::read(fd_, buffer_.get() + end_, buffer_bytes - end_);
    if (got > 0) {
      end_ += static_cast<std::size_t>(got);
      return true;
    }
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) error_ = errno;
    at_end_ = true;
    return false;
  }
}

Place Reader::place() {
  count_consumed();
  Place place;
  place.offset = offset_;
  place.line = lines_ + 1;
  place.column = offset_ - line_start_ + 1;
  // The token that begins here has not been counted yet.
  const bool begins = after_space_ && begin_ < end_ && !is_space(buffer_[begin_]);
  place.token = tokens_ + (begins ? 1 : 0);
  return place;
}

}  // namespace sandglass
