// A request too large for one message comes as a memory file; it is mapped for as long as this lives.
//
// Guarantees: the file is sealed against shrinking and writing before it is mapped, so that reading it can neither fail
// (SIGBUS) nor yield two different things; anything else that claims to be a body leaves the message as it was, which
// no decoder accepts.
#pragma once
#include "wire/wire.h"

namespace sandglass {

class Body {
 public:
  /** Takes the file out of `packet.fds` when there is one: the first u32 of such a message is 0. */
  explicit Body(Packet& packet);
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
  ~Body();
  [[nodiscard]] std::span<const u8> bytes() const { return bytes_; }
  /** The request's number, as far as it is known. */
  [[nodiscard]] u32 id() const;

 private:
  std::span<const u8> bytes_;
  void* map_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace sandglass
