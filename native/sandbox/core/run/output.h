// One output stream of a run: a pipe, drained at once, counted, bounded.
//
// Guarantees: the program never waits for the disk unless the pipe of 1 MiB is full; not a byte beyond the limit is
// kept; reaching past the limit is seen with the first byte too many that is drained.
#pragma once
#include "run/box.h"

namespace sandglass {

class OutputStream {
 public:
  /** Makes the pipe, writable for `uid`. `sink` is the caller's file, or −1 to capture. */
  void open(const Output& request, int sink, u32 uid);
  void close();
  /** The program's end; −1 when the stream is not used. */
  [[nodiscard]] int program_end() const { return write_.get(); }
  void close_program_end() { write_.reset(); }
  /** To wait on; −1 after the end. */
  [[nodiscard]] int fd() const { return read_.get(); }
  /** Moves what is there. Returns true when the limit was passed. */
  bool drain();
  /**
   * Moves what is left when no writer lives. It ends with an empty pipe too, not only with a closed one: a program can
   * leave its end open in a message nobody will ever receive.
   */
  void drain_rest();
  [[nodiscard]] bool over_limit() const { return total_ > limit_; }
  [[nodiscard]] u64 total() const { return total_; }
  [[nodiscard]] std::span<const u8> captured() const { return captured_; }

 private:
  long move_to_file();
  long move_to_memory();
  Fd read_, write_;
  int sink_ = -1;
  bool splice_works_ = true, empty_ = false;
  u64 limit_ = 0, capture_ = 0, total_ = 0;
  std::vector<u8> captured_;
};

}  // namespace sandglass
