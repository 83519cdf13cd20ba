// Attacks: the next run, through keys that the kernel keeps for a user or a session.
#include "../hostile.h"
int main(void) {
  for (int ring = -8; ring < 0; ring++) {
    REFUSED(syscall(SYS_add_key, "user", "hostile", "secret", 6, ring));
    REFUSED(syscall(SYS_keyctl, 0, ring, 1));
    REFUSED(syscall(SYS_keyctl, 10, ring, "user", "hostile", 0));
  }
  REFUSED(syscall(SYS_keyctl, 1, "hostile"));
  REFUSED(syscall(SYS_request_key, "user", "hostile", "x", -4));
  return HELD;
}
