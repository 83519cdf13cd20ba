#include "live_broker.h"

#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "valid.h"
#include "wire/protocol.h"
#include "wire/wire.h"

namespace sandglass {
namespace {

/** Whether any process belongs to the slot's user. */
bool user_has_processes() {
  DIR* list = opendir("/proc");
  bool found = false;
  for (const dirent* e; list != nullptr && !found && (e = readdir(list)) != nullptr;) {
    struct stat info {};
    const std::string path = std::string{"/proc/"} + e->d_name;
    found = e->d_name[0] >= '1' && e->d_name[0] <= '9' && stat(path.c_str(), &info) == 0 &&
            (info.st_uid == uid_base + ordinal || info.st_uid == uid_base + (ordinal ^ other_user));
  }
  closedir(list);
  return found;
}

/** Whether a folder of that name's beginning is anywhere below; control groups are few and shallow. */
bool has_group(const std::string& folder, const std::string& prefix, int depth) {
  DIR* list = opendir(folder.c_str());
  bool found = false;
  for (const dirent* e; list != nullptr && !found && (e = readdir(list)) != nullptr;) {
    if (e->d_type != DT_DIR || e->d_name[0] == '.') continue;
    found = std::string_view{e->d_name}.starts_with(prefix) ||
            (depth > 0 && has_group(folder + "/" + e->d_name, prefix, depth - 1));
  }
  if (list != nullptr) closedir(list);
  return found;
}

}  // namespace

std::string printable(std::span<const u8> bytes) {
  std::string shown;
  for (const u8 c : bytes.first(std::min<std::size_t>(bytes.size(), 600))) {
    shown += c == '\n' || (c >= ' ' && c <= '~') ? static_cast<char>(c) : '.';
  }
  return shown;
}

std::optional<Heard> hear(const Fd& socket, int timeout_ms) {
  static u8 buffer[256 * 1024];
  pollfd one{socket.get(), POLLIN, 0};
  if (poll(&one, 1, timeout_ms) <= 0) return std::nullopt;
  Packet packet = receive(socket.get(), buffer, 0);
  Heard heard;
  heard.gone = packet.status <= 0;
  heard.bytes.assign(packet.bytes.begin(), packet.bytes.end());
  heard.fds = std::move(packet.fds);
  return heard;
}

bool say(const Fd& socket, const std::vector<u8>& bytes, const std::vector<int>& fds) {
  return transmit(socket.get(), bytes, fds) >= 0;
}

Broker::Broker(const char* executable) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) wrong("socketpair");
  last_words = Fd{memfd_create("last words", MFD_CLOEXEC)};
  pid_ = fork();
  if (pid_ == 0) {
    sys::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    // Above the number that the broker's socket gets.
    const int socket = fcntl(ends[1], F_DUPFD_CLOEXEC, 10), words = fcntl(last_words.get(), F_DUPFD_CLOEXEC, 10);
    dup2(words, 2);
    dup2(socket, 3);
    execl(executable, "sandglass-sandbox", "broker", "3", nullptr);
    _exit(127);
  }
  close(ends[1]);
  broker_pid = pid_;
  socket_ = Fd{ends[0]};
}

Fd Broker::make_slot() const {
  if (!say(socket_, slot_message(99, ordinal, uid_base), {})) wrong("the broker is gone");
  while (true) {
    auto heard = hear(socket_, patience_ms);
    if (!heard || heard->gone) wrong("the broker does not make a slot");
    Reader r{heard->bytes};
    const u32 kind = r.get_u32(), id = r.get_u32();
    if (id != 99) continue;  // an answer to nonsense
    if (kind != static_cast<u32>(Reply::slot) || heard->fds.size() != 1) wrong("the broker refuses an ordinary slot");
    Fd slot = std::move(heard->fds[0]);
    const auto ready = hear(slot, patience_ms);
    if (!ready || ready->gone || ready->bytes.size() != 12 || ready->bytes[0] != 1) {
      note("  answered: %s", ready ? printable(ready->bytes).c_str() : "nothing");
      wrong("an ordinary slot is not ready");
    }
    return slot;
  }
}

void Broker::end() {
  socket_.reset();
  int status = 0;
  for (int i = 0; i < patience_ms / 10; ++i) {
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) wrong("the broker did not end in order");
      return;
    }
    usleep(10'000);
  }
  wrong("the broker does not end");
}

bool nothing_left(const Broker& broker) {
  const std::string prefix = "sandglass-" + std::to_string(broker.pid()) + "-";
  return !user_has_processes() && !has_group("/sys/fs/cgroup", prefix, 4);
}

}  // namespace sandglass
