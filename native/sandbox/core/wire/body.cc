#include "wire/body.h"

#include <sys/mman.h>
#include <sys/stat.h>

namespace sandglass {
namespace {

constexpr i64 largest = 256LL << 20;
constexpr long needed_seals = F_SEAL_SHRINK | F_SEAL_WRITE;

}  // namespace

Body::Body(Packet& packet) : bytes_(packet.bytes) {
  Reader r{packet.bytes};
  if (r.get_u32() != 0 || packet.fds.empty()) return;
  const int fd = packet.fds[0].get();
  const long seals = sys::call(SYS_fcntl, fd, F_GET_SEALS);
  struct stat info {};
  if (seals < 0 || (seals & needed_seals) != needed_seals) return;
  if (fstat(fd, &info) != 0 || info.st_size <= 0 || info.st_size > largest) return;
  const auto size = static_cast<std::size_t>(info.st_size);
  const long map = sys::call(SYS_mmap, nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (map < 0 && map > -4096) return;
  map_ = reinterpret_cast<void*>(map);
  size_ = size;
  bytes_ = {static_cast<const u8*>(map_), size_};
  packet.fds.erase(packet.fds.begin());
}

Body::~Body() {
  if (map_ != nullptr) sys::call(SYS_munmap, map_, size_);
}

u32 Body::id() const {
  Reader r{bytes_};
  r.get_u32();
  return r.get_u32();
}

}  // namespace sandglass
