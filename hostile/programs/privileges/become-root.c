// Attacks: our own user: set*uid, set*gid, groups, capabilities, securebits.
#include "../hostile.h"
#include <grp.h>
#include <linux/capability.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
int main(void) {
  if (getuid() < 1000 || geteuid() != getuid() || getgroups(0, NULL) != 0) BREACH("the user is %d", getuid());
  REFUSED(setuid(0));
  REFUSED(setreuid(-1, 0));
  REFUSED(setresuid(-1, -1, 0));
  REFUSED(setgid(0));
  REFUSED(setresgid(0, 0, 0));
  gid_t group = 0;
  REFUSED(setgroups(1, &group));
  setfsuid(0);
  if (setfsuid(-1) == 0) BREACH("setfsuid(0)");
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct all[2] = {{~0u, ~0u, ~0u}, {~0u, ~0u, ~0u}};
  REFUSED(syscall(SYS_capset, &head, all));
  for (int i = 0; i < 41; i++) {
    if (prctl(PR_CAPBSET_READ, i) == 1) BREACH("capability %d in the bounding set", i);
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, i, 0, 0) == 0) BREACH("ambient capability %d", i);
  }
  REFUSED(prctl(PR_SET_SECUREBITS, 0x2f));
  REFUSED(prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
  return HELD;
}
