// The slot's second process: it does what the supervisor is not allowed to do any more (its own seccomp filter
// forbids mounting and namespaces), and does it off the hot path.
//
// Guarantees: it starts the init (process 1) of each run's PID namespace with the run's own /proc, exchanges the
// scratch and changes its size, mounts program folders and binds read-only, and answers sysinfo(2). It reads no byte a client or a contestant wrote.
#pragma once
#include "kernel/dying.h"
#include "slot/rootfs.h"
#include "slot/sysinfo_proxy.h"
#include "wire/wire.h"

namespace sandglass {

enum class Chore : u32 {
  prepare = 1,
  bind = 2,
  program = 3,
  no_program = 4,
  answer_sysinfo = 5,
  size_box = 6,
  release = 7
};

struct ChoreRequest {
  Chore chore;
  /** prepare: the scratch is dirty, exchange it. */
  u32 exchange_scratch;
  /** size_box: what the scratch may hold from now on. */
  u64 box_bytes;
  char target[1024];
};

struct ChoreReply {
  i32 error;
  char step[60];
};

struct CaretakerOptions {
  Fd socket;
  Fd host_mounts, slot_mounts;
  int writable_root;
  u64 box_bytes;
  u32 box_inodes;
  SlotFacts* facts;
};

/** Runs until the supervisor is gone. Called in a freshly forked process. */
[[noreturn]] void run_caretaker(CaretakerOptions options);

/** The supervisor's side. */
class Caretaker {
 public:
  Caretaker() = default;
  Caretaker(Fd socket, int pid) : socket_(std::move(socket)), pid_(pid) {}

  /** Asks for the next run's PID namespace; the answer is taken by `prepared` or `pass_over`. */
  void request_prepare(bool exchange_scratch);
  /** Waits for the answer to `request_prepare` and returns the descriptor of the new init. */
  Fd prepared();
  /** Asks it to take the scratch away: no run comes any more. The answer is taken by `pass_over`. */
  void request_release();
  /** Whether the answer to either is there; waits for it until `instant_ns`. */
  [[nodiscard]] bool has_answered(u64 instant_ns) const;
  [[nodiscard]] bool outstanding() const { return outstanding_; }
  /** Takes the answer, which is of no use any more, where one is outstanding; waits for it. */
  void pass_over();
  /** It ends, once it has done what it was asked. */
  void end() { socket_.reset(); }
  /** After `end`; true: it has been reaped. */
  [[nodiscard]] bool has_ended() const;

  /** Mounts the tree behind `fd` (of the host's mount namespace) until the next prepare. */
  void bind(int fd, const std::string& target);
  /** Mounts it at /program until it is replaced or taken away. */
  void program(int fd);
  /** Takes /program away: the next run must not read what an earlier one was. */
  void no_program();
  /** From now on the scratch, and every one it is exchanged for, may hold so much. It must be empty. */
  void size_box(u64 bytes);
  [[nodiscard]] int pid() const { return pid_; }
  /** What it does from now on it does with this share. */
  void take_cpu_share(CpuShare cpu_share) const;
  /** From now on sysinfo(2) of programs is answered through `listener` (sysinfo_proxy.h). */
  void answer_sysinfo(int listener);

 private:
  void send(const ChoreRequest& request, int fd);
  Packet answer();
  Fd socket_;
  int pid_ = -1;
  bool outstanding_ = false;
};

}  // namespace sandglass
