#include "wire/wire.h"

#include <sys/socket.h>

namespace sandglass {

const u8* Reader::take(std::size_t n) {
  if (!ok_ || n > bytes_.size() - at_) {
    ok_ = false;
    return nullptr;
  }
  const u8* p = bytes_.data() + at_;
  at_ += n;
  return p;
}

u8 Reader::byte() {
  const u8* p = take(1);
  return p == nullptr ? 0 : *p;
}

u32 Reader::get_u32() {
  u32 v = 0;
  if (const u8* p = take(sizeof v)) std::memcpy(&v, p, sizeof v);
  return v;
}

u64 Reader::get_u64() {
  u64 v = 0;
  if (const u8* p = take(sizeof v)) std::memcpy(&v, p, sizeof v);
  return v;
}

std::span<const u8> Reader::block() {
  const u32 size = get_u32();
  const u8* p = take(size);
  if (p == nullptr) return {};
  return {p, size};
}

std::string_view Reader::text() {
  const auto b = block();
  const std::string_view t{reinterpret_cast<const char*>(b.data()), b.size()};
  if (t.find('\0') != std::string_view::npos) {
    ok_ = false;
    return {};
  }
  return t;
}

u32 Reader::count(u32 limit, const char* field) {
  const u32 n = get_u32();
  if (n > limit) {
    fail(field);
    return 0;
  }
  return n;
}

u64 filter_key = 0;

Packet receive(int socket, std::span<u8> buffer, int flags) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * 253)];
  iovec part{buffer.data(), buffer.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  Packet packet;
  packet.status = sys::call(SYS_recvmsg, socket, &message, flags | MSG_CMSG_CLOEXEC);
  if (packet.status <= 0) return packet;
  for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < n; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(c) + i * sizeof(int), sizeof fd);
      packet.fds.emplace_back(fd);
    }
  }
  packet.bytes = buffer.first(static_cast<std::size_t>(packet.status));
  if ((message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) packet.status = -EMSGSIZE;
  return packet;
}

long transmit(int socket, std::span<const u8> bytes, std::span<const int> fds) {
  if (fds.size() > max_fds) return -EINVAL;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * max_fds)];
  iovec part{const_cast<u8*>(bytes.data()), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!fds.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * fds.size());
    // The padding too: nothing of our stack is for anybody's eyes.
    std::memset(control, 0, message.msg_controllen);
    cmsghdr* c = CMSG_FIRSTHDR(&message);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(int) * fds.size());
    std::memcpy(CMSG_DATA(c), fds.data(), sizeof(int) * fds.size());
  }
  return sys::call(SYS_sendmsg, socket, &message, MSG_NOSIGNAL, filter_key);
}

}  // namespace sandglass
