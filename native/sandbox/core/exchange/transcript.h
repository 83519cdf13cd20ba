// What two sides said to each other, kept within a bound: the beginning and the end, and how much was between.
#pragma once
#include <deque>

#include "wire/wire.h"

namespace sandglass {

enum class Party : u8 { program = 0, interactor = 1 };
inline Party other(Party p) { return p == Party::program ? Party::interactor : Party::program; }

class Transcript {
 public:
  /** A message costs its bytes and this many: a flood of single bytes is bounded too. */
  static constexpr u64 message_cost = 16;

  /** @param bound bytes; half of it for the beginning, half for the end */
  explicit Transcript(u64 bound) : half_(bound / 2) {}

  void add(Party from, u64 at_us, std::span<const u8> data);
  /** All entries in order: u8 party, u64 µs, block of bytes. */
  void write(Writer& w) const;
  /** Number of entries written before the gap. */
  [[nodiscard]] u64 head_entries() const { return head_entries_; }
  [[nodiscard]] u64 omitted_messages() const { return omitted_messages_; }
  [[nodiscard]] u64 omitted_bytes() const { return omitted_bytes_; }

 private:
  struct Entry {
    Party from;
    u64 at_us;
    std::vector<u8> data;
  };
  static void write_entry(Writer& w, Party from, u64 at_us, std::span<const u8> data);
  void add_to_tail(Party from, u64 at_us, std::span<const u8> data);
  u64 half_;
  Writer head_;
  u64 head_used_ = 0, head_entries_ = 0, tail_used_ = 0;
  bool head_full_ = false;
  std::deque<Entry> tail_;
  u64 omitted_messages_ = 0, omitted_bytes_ = 0;
};

}  // namespace sandglass
