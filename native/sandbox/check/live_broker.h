// A broker of its own to talk to, and what must be true of it and its slots afterwards. Every failure ends the program
// (story.h).
#pragma once
#include <optional>
#include <span>
#include <string>
#include <unistd.h>
#include <vector>

#include "story.h"

namespace sandglass {

inline constexpr u32 uid_base = 63000, ordinal = 11;
inline constexpr int patience_ms = 10'000;

/** What can be shown of a message: at most 600 bytes. */
std::string printable(std::span<const u8> bytes);

struct Heard {
  bool gone = false;
  std::vector<u8> bytes;
  std::vector<Fd> fds;
};

/** The next message; nothing when none comes in time. */
std::optional<Heard> hear(const Fd& socket, int timeout_ms);

/** False when the other side has hung up. */
bool say(const Fd& socket, const std::vector<u8>& bytes, const std::vector<int>& fds);

class Broker {
 public:
  explicit Broker(const char* executable);
  [[nodiscard]] const Fd& socket() const { return socket_; }
  [[nodiscard]] pid_t pid() const { return pid_; }

  /** An ordinary slot, ready for its first request. */
  [[nodiscard]] Fd make_slot() const;

  /** Hangs up; the broker must end in order. */
  void end();

 private:
  Fd socket_;
  pid_t pid_ = -1;
};

/** Neither a process of the slot's user nor a control group of the broker's is left. */
bool nothing_left(const Broker& broker);

/** Waits until the fact is true. */
template <typename Fact>
void until(const char* what, Fact fact) {
  for (int i = 0; i < patience_ms / 5; ++i) {
    if (fact()) return;
    usleep(5000);
  }
  wrong(what);
}

}  // namespace sandglass
