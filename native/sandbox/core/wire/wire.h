// The byte format spoken on the broker's and the slots' sockets: little-endian, bounds-checked, no pointers inside.
//
// Guarantees: a Reader never reads outside the message; after any malformed field `ok()` is false and every further
// read yields zero or an empty view. Strings and byte blocks are views into the message.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "kernel/sys.h"

namespace sandglass {

class Reader {
 public:
  explicit Reader(std::span<const u8> bytes) : bytes_(bytes) {}

  u8 byte();
  u32 get_u32();
  u64 get_u64();
  /** u32 length, then that many bytes. */
  std::span<const u8> block();
  /** A block that must not contain NUL. */
  std::string_view text();
  /** A u32 count that must not exceed `limit`. */
  u32 count(u32 limit, const char* field = nullptr);

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool finished() const { return ok_ && at_ == bytes_.size(); }
  /** `field` names what is refused, in the words of the caller's API. The first refusal counts. */
  void fail(const char* field = nullptr) {
    if (ok_) refused_ = field;
    ok_ = false;
  }
  /** The field that was refused; nullptr when the message is malformed or nothing was. */
  [[nodiscard]] const char* refused() const { return refused_; }

 private:
  const u8* take(std::size_t n);
  std::span<const u8> bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
  const char* refused_ = nullptr;
};

class Writer {
 public:
  void clear() { bytes_.clear(); }
  void byte(u8 v) { bytes_.push_back(v); }
  void put_u32(u32 v) { raw(&v, sizeof v); }
  void put_u64(u64 v) { raw(&v, sizeof v); }
  void block(std::span<const u8> b) {
    put_u32(static_cast<u32>(b.size()));
    raw(b.data(), b.size());
  }
  void text(std::string_view t) { block({reinterpret_cast<const u8*>(t.data()), t.size()}); }
  void raw(const void* data, std::size_t size) {
    const u8* p = static_cast<const u8*>(data);
    bytes_.insert(bytes_.end(), p, p + size);
  }
  [[nodiscard]] std::span<const u8> bytes() const { return bytes_; }

 private:
  std::vector<u8> bytes_;
};

/** Largest number of descriptors in one message (the kernel's SCM_MAX_FD is 253). */
inline constexpr std::size_t max_fds = 250;

/** One received message with the descriptors that came along. */
struct Packet {
  std::span<const u8> bytes;
  std::vector<Fd> fds;
  /** 0: the peer has closed; negative: −errno; −EMSGSIZE: `bytes` or `fds` are only what there was room for. */
  long status = 0;
};

/** Receives one SEQPACKET message into `buffer`; descriptors are close-on-exec. */
Packet receive(int socket, std::span<u8> buffer, int flags);

/** The number that `transmit` shows to the system call filter (seccomp.h); 0 where there is none. */
extern u64 filter_key;

/** Sends one message with descriptors; −errno on failure. */
long transmit(int socket, std::span<const u8> bytes, std::span<const int> fds);

}  // namespace sandglass
