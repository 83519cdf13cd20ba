#include "slot/init_process.h"

#include <climits>
#include <csignal>
#include <linux/futex.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>

namespace sandglass {
namespace {

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
  // Its only deed is to die and take the namespace along, and that must not wait behind the programs it ends, nor behind
  // the one that is dying already (`Run::kill_run`).
  const sched_param before_supervisor{3};
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

}  // namespace

Fd start_init(const char* place) {
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

}  // namespace sandglass
