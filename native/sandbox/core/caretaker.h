// The slot's second process: it does what the supervisor is not allowed to do any more (its own seccomp filter
// forbids mounting and namespaces), and does it off the hot path.
//
// Guarantees: it starts the init (process 1) of each run's PID namespace with the run's own /proc, exchanges the
// scratch, mounts program folders and binds read-only, and answers sysinfo(2). It reads no byte a client or a contestant wrote.
#pragma once
#include "rootfs.h"
#include "sysinfo_desk.h"
#include "wire.h"

namespace sandglass {

enum class Chore : u32 { prepare = 1, bind = 2, program = 3, no_program = 4, answer_sysinfo = 5 };

struct ChoreRequest {
  Chore chore;
  /** prepare: the scratch is dirty, exchange it. */
  u32 exchange_scratch;
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
  explicit Caretaker(Fd socket) : socket_(std::move(socket)) {}

  /** Asks for the next run's PID namespace; the answer is taken by `prepared`. */
  void request_prepare(bool exchange_scratch);
  /** Waits for the answer to `request_prepare` and returns the descriptor of the new init. */
  Fd prepared();
  [[nodiscard]] bool outstanding() const { return outstanding_; }

  /** Mounts the tree behind `fd` (of the host's mount namespace) until the next prepare. */
  void bind(int fd, const std::string& target);
  /** Mounts it at /program until it is replaced or taken away. */
  void program(int fd);
  /** Takes /program away: the next run must not read what an earlier one was. */
  void no_program();
  /** From now on sysinfo(2) of programs is answered through `listener` (sysinfo_desk.h). */
  void answer_sysinfo(int listener);

 private:
  void send(const ChoreRequest& request, int fd);
  Packet answer();
  Fd socket_;
  bool outstanding_ = false;
};

}  // namespace sandglass
