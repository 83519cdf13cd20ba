#include "exchange/transcript.h"

#include <algorithm>

namespace sandglass {

void Transcript::write_entry(Writer& w, Party from, u64 at_us, std::span<const u8> data) {
  w.byte(static_cast<u8>(from));
  w.put_u64(at_us);
  w.block(data);
}

void Transcript::add(Party from, u64 at_us, std::span<const u8> data) {
  if (!head_full_) {
    const u64 room = half_ - std::min(half_, head_used_ + message_cost);
    const auto kept = data.first(std::min<u64>(room, data.size()));
    if (!kept.empty()) {
      write_entry(head_, from, at_us, kept);
      head_used_ += kept.size() + message_cost;
      ++head_entries_;
      data = data.subspan(kept.size());
    }
    if (data.empty()) return;
    head_full_ = true;
  }
  add_to_tail(from, at_us, data);
}

void Transcript::add_to_tail(Party from, u64 at_us, std::span<const u8> data) {
  if (half_ <= message_cost) {
    ++omitted_messages_;
    omitted_bytes_ += data.size();
    return;
  }
  // Of a message larger than all there is room for, the end stays.
  const u64 most = half_ - message_cost;
  if (data.size() > most) {
    omitted_bytes_ += data.size() - most;
    data = data.last(most);
  }
  tail_.push_back({from, at_us, {data.begin(), data.end()}});
  tail_used_ += data.size() + message_cost;
  while (tail_used_ > half_) {
    const Entry& oldest = tail_.front();
    tail_used_ -= oldest.data.size() + message_cost;
    omitted_bytes_ += oldest.data.size();
    ++omitted_messages_;
    tail_.pop_front();
  }
}

void Transcript::write(Writer& w) const {
  const auto head = head_.bytes();
  w.raw(head.data(), head.size());
  for (const Entry& e : tail_) write_entry(w, e.from, e.at_us, e.data);
}

}  // namespace sandglass
