#include "broker/run_as.h"

#include <grp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "broker/broker.h"

namespace sandglass {
namespace {

int failed(const char* step) {
  std::fprintf(stderr, "sandglass-sandbox: %s: %s\n", step, std::strerror(errno));
  return 71;
}

/** Emptying the bounding set first: after setuid the right to do so is gone. */
bool drop_privileges(u32 uid, u32 gid) {
  // The kernel forgets the signal at the starter's death when the user changes.
  int death_signal = 0;
  prctl(PR_GET_PDEATHSIG, &death_signal);
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; capability++) {
    if (prctl(PR_CAPBSET_DROP, capability) != 0) return false;
  }
  return setgroups(0, nullptr) == 0 && setresgid(gid, gid, gid) == 0 && setresuid(uid, uid, uid) == 0 &&
         prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_PDEATHSIG, death_signal) == 0;
}

}  // namespace

int run_as(u32 uid, u32 gid, u32 uid_base, char** command) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) return failed("socketpair");
  const pid_t broker = fork();
  if (broker < 0) return failed("fork");
  if (broker == 0) {
    setsid();
    // Executed again and with its socket as descriptor 3, so that it is the same small process as one started by the
    // addon.
    if (dup2(ends[1], 3) != 3) _exit(failed("dup2"));
    if (ends[1] != 3) close(ends[1]);
    if (ends[0] != 3) close(ends[0]);
    execl("/proc/self/exe", "sandglass-sandbox", "broker", "3", std::to_string(uid_base).c_str(), nullptr);
    _exit(failed("exec of the broker"));
  }
  close(ends[1]);
  setenv("SANDGLASS_BROKER_FD", std::to_string(ends[0]).c_str(), 1);
  if (!drop_privileges(uid, gid)) return failed("dropping privileges");
  execvp(command[0], command);
  return failed(command[0]);
}

}  // namespace sandglass
