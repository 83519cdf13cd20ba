// The caretaker's own side: a process that does one chore after the other.
#include "slot/caretaker.h"

#include <csignal>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <vector>

#include "slot/init_process.h"

namespace sandglass {
namespace {

/**
 * The /proc of two runs in turn; the link /proc/.pids names the one that counts. Taking a mount away waits for an RCU
 * grace period (37 µs of 137 µs for a whole preparation): with two places that happens after the answer.
 */
constexpr const char* pids_mounts[2] = {"/proc/.pids-a", "/proc/.pids-b"};
constexpr const char* pids_link = "proc/.pids";

class Work {
 public:
  explicit Work(CaretakerOptions options) : o_(std::move(options)), proxy_(o_.facts) {}

  /** While a program runs there is nothing to do but this. */
  void await_chore() { proxy_.serve_until_readable(o_.socket.get()); }

  /** What need not be done before the supervisor is answered. */
  void afterwards() { unmount_last(); }

  Fd do_chore(const ChoreRequest& request, std::vector<Fd>& fds) {
    switch (request.chore) {
      case Chore::prepare: return prepare(request.exchange_scratch != 0);
      case Chore::bind:
        if (fds.size() != 1) throw Failure{"bind without descriptor", EPROTO};
        binds_.push_back({request.target, existing_part(request.target)});
        try {
          mount_at(fds[0].get(), request.target);
        } catch (const Failure&) {
          remove_mount_point(binds_.back());
          binds_.pop_back();
          throw;
        }
        return {};
      case Chore::program:
        if (fds.size() != 1) throw Failure{"program without descriptor", EPROTO};
        unmount_program();
        mount_at(fds[0].get(), "/program");
        program_mounted_ = true;
        return {};
      case Chore::no_program: unmount_program(); return {};
      case Chore::size_box:
        size_scratch(request.box_bytes);
        o_.box_bytes = request.box_bytes;
        return {};
      case Chore::release: unmount_scratch(); return {};
      case Chore::answer_sysinfo:
        if (fds.size() != 1) throw Failure{"sysinfo without descriptor", EPROTO};
        proxy_.open(std::move(fds[0]));
        return {};
    }
    throw Failure{"unknown chore", EPROTO};
  }

 private:
  void unmount_program() {
    if (program_mounted_) must("umount /program", sys::call(SYS_umount2, "/program", MNT_DETACH));
    program_mounted_ = false;
  }

  Fd prepare(bool exchange_scratch) {
    for (; !binds_.empty(); binds_.pop_back()) {
      must("umount bind", sys::call(SYS_umount2, binds_.back().target.c_str(), MNT_DETACH | UMOUNT_NOFOLLOW));
      remove_mount_point(binds_.back());
    }
    if (exchange_scratch) {
      unmount_scratch();
      mount_scratch(o_.box_bytes, o_.box_inodes);
    }
    proxy_.next_run();
    unmount_last();
    const char* place = pids_mounts[turn_];
    Fd init = start_init(place);
    sys::call(SYS_unlinkat, o_.writable_root, pids_link, 0);
    // Beside the link itself: "/proc/" is six characters.
    must("link /proc/.pids", sys::call(SYS_symlinkat, place + 6, o_.writable_root, pids_link));
    last_ = mounted_;
    mounted_ = place;
    turn_ = 1 - turn_;
    return init;
  }

  struct Bind {
    std::string target;
    /** Length of the part of the path that was there before: it stays, the rest goes with the bind. */
    std::size_t existing;
  };

  [[nodiscard]] std::size_t existing_part(std::string path) const {
    struct stat info {};
    while (path.size() > 1 && fstatat(o_.writable_root, path.c_str() + 1, &info, AT_SYMLINK_NOFOLLOW) != 0) {
      path.resize(path.rfind('/'));
    }
    return path.size();
  }

  /** What was made for a bind goes too, or the next run would find an empty file of that name. */
  void remove_mount_point(const Bind& bind) const {
    for (std::string path = bind.target; path.size() > bind.existing; path.resize(path.rfind('/'))) {
      if (sys::call(SYS_unlinkat, o_.writable_root, path.c_str() + 1, 0) < 0) {
        sys::call(SYS_unlinkat, o_.writable_root, path.c_str() + 1, AT_REMOVEDIR);
      }
    }
  }

  void unmount_last() {
    if (last_ == nullptr) return;
    must("umount proc", sys::call(SYS_umount2, last_, MNT_DETACH));
    last_ = nullptr;
  }

  void mount_at(int fd, const char* target) {
    // The descriptor belongs to the host's mount namespace: only there may its tree be copied.
    must("setns host mounts", sys::call(SYS_setns, o_.host_mounts.get(), CLONE_NEWNS));
    Fd tree;
    Failure failure{"", 0};
    try {
      tree = detached_copy(fd, true);
    } catch (const Failure& f) {
      failure = f;
    }
    // Not one step more among the host's mounts: the next chore would unmount there.
    if (sys::call(SYS_setns, o_.slot_mounts.get(), CLONE_NEWNS) < 0) sys::call(SYS_exit_group, 1);
    if (failure.error != 0) throw failure;
    struct stat info {};
    if (fstat(tree.get(), &info) != 0) throw Failure{"stat bind", errno};
    // Mounted, a link would be followed by every process that names its place, and by us when it is removed.
    if (S_ISLNK(info.st_mode)) throw Failure{"bind of a link", ELOOP};
    must("bind target", make_mount_point(o_.writable_root, target, S_ISDIR(info.st_mode)));
    must("attach bind", sys::call(SYS_move_mount, tree.get(), "", AT_FDCWD, target, MOVE_MOUNT_F_EMPTY_PATH));
  }

  CaretakerOptions o_;
  SysinfoProxy proxy_;
  std::vector<Bind> binds_;
  bool program_mounted_ = false;
  /** Where this run's /proc is, and the last one's while it is still mounted. */
  const char* mounted_ = nullptr;
  const char* last_ = nullptr;
  int turn_ = 0;
};

}  // namespace

void run_caretaker(CaretakerOptions options) {
  const int socket = options.socket.get();
  sys::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  sys::call(SYS_prctl, PR_SET_NAME, "sandglass-care", 0, 0, 0);
  Work work{std::move(options)};
  alignas(8) u8 buffer[sizeof(ChoreRequest)];
  while (true) {
    work.await_chore();
    Packet packet = receive(socket, buffer, 0);
    if (packet.status == -EINTR) continue;
    if (packet.status != static_cast<long>(sizeof(ChoreRequest))) sys::call(SYS_exit_group, 0);
    ChoreRequest request;
    std::memcpy(&request, buffer, sizeof request);
    ChoreReply reply{};
    Fd result;
    try {
      result = work.do_chore(request, packet.fds);
    } catch (const Failure& f) {
      reply.error = f.error;
      static_assert(sizeof reply.step == sizeof f.step);
      std::memcpy(reply.step, f.step, sizeof reply.step);
    }
    const int fd = result.get();
    transmit(socket, {reinterpret_cast<const u8*>(&reply), sizeof reply},
             result.valid() ? std::span<const int>{&fd, 1} : std::span<const int>{});
    try {
      work.afterwards();
    } catch (const Failure&) {
      // The next preparation meets the same mount and reports it.
    }
  }
}

}  // namespace sandglass
