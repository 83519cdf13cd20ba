#include "caretaker.h"

#include <climits>
#include <csignal>
#include <linux/futex.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <vector>

namespace sandglass {
namespace {

/**
 * The /proc of two runs in turn; the link /proc/.pids names the one that counts. Taking a mount away waits for an RCU
 * grace period (37 µs of 137 µs for a whole preparation): with two places that happens after the answer.
 */
constexpr const char* pids_mounts[2] = {"/proc/.pids-a", "/proc/.pids-b"};
constexpr const char* pids_link = "proc/.pids";

/** Shared with the init, which lives in the same memory until it dies. */
struct InitState {
  int done = 0;  // futex: 0 working, 1 ready, 2 failed
  const char* step = nullptr;
  int error = 0;
  const char* place = nullptr;
};

InitState init_state;
alignas(64) char init_stack[16384];

void init_done(InitState* state, int value) {
  __atomic_store_n(&state->done, value, __ATOMIC_RELEASE);
  sys::call(SYS_futex, &state->done, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

long mount_proc(InitState* state) {
  const auto step = [&](const char* name, long result) {
    state->step = name;
    return result;
  };
  const long context = step("fsopen proc", sys::call(SYS_fsopen, "proc", FSOPEN_CLOEXEC));
  if (context < 0) return context;
  // Only the processes; invisible unless one's own; everything else of /proc would describe the host.
  sys::call(SYS_fsconfig, context, FSCONFIG_SET_STRING, "subset", "pid", 0);
  sys::call(SYS_fsconfig, context, FSCONFIG_SET_STRING, "hidepid", "invisible", 0);
  long result = step("create proc", sys::call(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, nullptr, nullptr, 0));
  if (result < 0) return result;
  const long tree = step("fsmount proc", sys::call(SYS_fsmount, context, FSMOUNT_CLOEXEC,
                                                   MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC));
  if (tree < 0) return tree;
  return step("attach proc", sys::call(SYS_move_mount, tree, "", AT_FDCWD, state->place, MOVE_MOUNT_F_EMPTY_PATH));
}

/** Process 1 of a run. Shares the caretaker's memory: raw system calls only. */
int init_main(void* argument) {
  auto* state = static_cast<InitState*>(argument);
  sys::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  sys::call(SYS_prctl, PR_SET_NAME, "sandglass-init", 0, 0, 0);
  // Its only deed is to die and take the namespace along, and that must not wait behind the programs it ends.
  const sched_param before_supervisor{2};
  sys::call(SYS_sched_setscheduler, 0, SCHED_FIFO | SCHED_RESET_ON_FORK, &before_supervisor);
  // Orphans of the run are reaped by the kernel itself when nobody wants to hear of them.
  struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)();
    unsigned long mask;
  } ignore = {SIG_IGN, 0, nullptr, 0};
  sys::call(SYS_rt_sigaction, SIGCHLD, &ignore, nullptr, 8);
  const long result = mount_proc(state);
  sys::call(SYS_close_range, 0, UINT_MAX, 0);
  if (result < 0) {
    state->error = static_cast<int>(-result);
    init_done(state, 2);
    sys::call(SYS_exit_group, 1);
  }
  init_done(state, 1);
  while (true) sys::call(SYS_ppoll, nullptr, 0, nullptr, nullptr, 0);
}

class Work {
 public:
  explicit Work(CaretakerOptions options) : o_(std::move(options)), desk_(o_.facts) {}

  /** While a program runs there is nothing to do but this. */
  void await_chore() { desk_.serve_until_readable(o_.socket.get()); }

  /** What need not be done before the supervisor is answered. */
  void afterwards() { unmount_last(); }

  Fd do_chore(const ChoreRequest& request, std::vector<Fd>& fds) {
    switch (request.chore) {
      case Chore::prepare:
        return prepare(request.exchange_scratch != 0);
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
      case Chore::no_program:
        unmount_program();
        return {};
      case Chore::answer_sysinfo:
        if (fds.size() != 1) throw Failure{"sysinfo without descriptor", EPROTO};
        desk_.open(std::move(fds[0]));
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
    desk_.next_run();
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
    struct stat info{};
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

  static Fd start_init(const char* place) {
    init_state = InitState{};
    init_state.place = place;
    int pidfd = -1;
    const int pid = clone(init_main, init_stack + sizeof init_stack,
                          CLONE_NEWPID | CLONE_VM | CLONE_PARENT | CLONE_PIDFD | SIGCHLD, &init_state, &pidfd);
    if (pid < 0) throw Failure{"clone init", errno};
    Fd init{pidfd};
    while (__atomic_load_n(&init_state.done, __ATOMIC_ACQUIRE) == 0) {
      const timespec limit{5, 0};
      const long waited = sys::call(SYS_futex, &init_state.done, FUTEX_WAIT, 0, &limit, nullptr, 0);
      if (waited == -ETIMEDOUT) throw Failure{"init does not start", ETIMEDOUT};
    }
    if (init_state.done != 1) throw Failure{init_state.step, init_state.error};
    return init;
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
    struct stat info{};
    if (fstat(tree.get(), &info) != 0) throw Failure{"stat bind", errno};
    // Mounted, a link would be followed by whoever names its place, and by us when it is taken away.
    if (S_ISLNK(info.st_mode)) throw Failure{"bind of a link", ELOOP};
    must("bind target", make_mount_point(o_.writable_root, target, S_ISDIR(info.st_mode)));
    must("attach bind", sys::call(SYS_move_mount, tree.get(), "", AT_FDCWD, target, MOVE_MOUNT_F_EMPTY_PATH));
  }

  CaretakerOptions o_;
  SysinfoDesk desk_;
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

void Caretaker::send(const ChoreRequest& request, int fd) {
  must("ask caretaker", transmit(socket_.get(), {reinterpret_cast<const u8*>(&request), sizeof request},
                                 fd >= 0 ? std::span<const int>{&fd, 1} : std::span<const int>{}));
}

Packet Caretaker::answer() {
  alignas(8) static u8 buffer[sizeof(ChoreReply)];
  static char step[60];
  while (true) {
    Packet packet = receive(socket_.get(), buffer, 0);
    if (packet.status == -EINTR) continue;
    if (packet.status != static_cast<long>(sizeof(ChoreReply))) throw Failure{"caretaker is gone", EPIPE};
    ChoreReply reply;
    std::memcpy(&reply, buffer, sizeof reply);
    if (reply.error != 0) {
      std::memcpy(step, reply.step, sizeof step);
      throw Failure{step, reply.error};
    }
    return packet;
  }
}

void Caretaker::request_prepare(bool exchange_scratch) {
  ChoreRequest request{};
  request.chore = Chore::prepare;
  request.exchange_scratch = exchange_scratch ? 1 : 0;
  send(request, -1);
  outstanding_ = true;
}

Fd Caretaker::prepared() {
  outstanding_ = false;
  Packet packet = answer();
  if (packet.fds.size() != 1) throw Failure{"prepare without init", EPROTO};
  return std::move(packet.fds[0]);
}

void Caretaker::bind(int fd, const std::string& target) {
  ChoreRequest request{};
  request.chore = Chore::bind;
  std::strncpy(request.target, target.c_str(), sizeof request.target - 1);
  send(request, fd);
  answer();
}

void Caretaker::program(int fd) {
  ChoreRequest request{};
  request.chore = Chore::program;
  send(request, fd);
  answer();
}

void Caretaker::no_program() {
  ChoreRequest request{};
  request.chore = Chore::no_program;
  send(request, -1);
  answer();
}

void Caretaker::answer_sysinfo(int listener) {
  ChoreRequest request{};
  request.chore = Chore::answer_sysinfo;
  send(request, listener);
  answer();
}

}  // namespace sandglass
