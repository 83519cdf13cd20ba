// Opening what a run names, with the privilege of this process, so that descriptors travel and never paths.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace sandglass_addon {

/** How a path is opened; the numbers are those of src/protocol.ts. */
enum class OpenKind : std::uint32_t { input = 0, output = 1, folder = 2, any = 3, descriptor = 4 };

/** Owns descriptors until they have been sent. */
class Descriptors {
 public:
  Descriptors() = default;
  Descriptors(const Descriptors&) = delete;
  Descriptors& operator=(const Descriptors&) = delete;
  ~Descriptors();
  void add(int fd) { fds_.push_back(fd); }
  [[nodiscard]] const std::vector<int>& all() const { return fds_; }

 private:
  std::vector<int> fds_;
};

/**
 * The descriptor, or −errno. Never blocks: a fifo or a device is refused with EINVAL. Of kind `descriptor` the path is
 * the number of one of our own, of which a duplicate is made.
 */
int open_path(const std::string& path, OpenKind kind);

/** One SEQPACKET message with descriptors; 0 or −errno. */
int send_message(int socket, const void* bytes, std::size_t size, const std::vector<int>& fds);

/** A sealed-size memory file holding the bytes; −errno on failure. */
int memory_file(const void* bytes, std::size_t size);

/** Receives one message; returns its length, 0 at the end, or −errno. */
long receive_message(int socket, void* buffer, std::size_t size, std::vector<int>& fds);

/** Starts `executable broker FD` and returns our end of its socket, or −errno. */
int start_broker(const std::string& executable);

}  // namespace sandglass_addon
