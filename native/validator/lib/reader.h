// A file as a stream of bytes through one fixed buffer: memory does not grow with the file, and
// a file that shrinks while it is read (SIGBUS under mmap) is just a shorter file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace sandglass {

/** The six characters the format calls white space. */
constexpr bool is_space(char c) { return c == ' ' || static_cast<unsigned char>(c - '\t') < 5; }

struct Place {
  std::uint64_t offset = 0;  // from 0
  std::uint64_t line = 1;
  std::uint64_t column = 1;  // in bytes
  std::uint64_t token = 0;   // tokens that begin at or before this place
};

class Reader {
 public:
  static constexpr std::size_t buffer_bytes = 256 * 1024;

  /** Does not own the descriptor. */
  explicit Reader(int fd);

  /** What is in the buffer and not yet consumed. */
  std::string_view ready() const { return {buffer_.get() + begin_, end_ - begin_}; }

  /** Makes at least one byte ready; false at the end of the file. */
  bool fill() { return begin_ < end_ || more(); }

  /**
   * Reads further bytes behind those that are ready, moving these to the front of the buffer.
   * False when nothing came: end of file, or the buffer is full.
   */
  bool more();

  void consume(std::size_t count) { begin_ += count; }

  /** errno of a failed read, else 0. A failed read looks like the end of the file until asked. */
  int error() const { return error_; }

  /** Place of the next byte. */
  Place place();

 private:
  void count_consumed();

  int fd_;
  int error_ = 0;
  bool at_end_ = false;
  std::unique_ptr<char[]> buffer_;
  std::size_t counted_ = 0;  // bytes of the buffer whose lines and tokens are in the counts
  std::size_t begin_ = 0;
  std::size_t end_ = 0;

  /** Of everything before buffer_[counted_]. */
  std::uint64_t offset_ = 0;
  std::uint64_t lines_ = 0;
  std::uint64_t tokens_ = 0;
  std::uint64_t line_start_ = 0;
  bool after_space_ = true;
};

}  // namespace sandglass
