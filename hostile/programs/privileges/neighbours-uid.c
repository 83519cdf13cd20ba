// Attacks: other slots: tries to become the users of their runs.
#include "../hostile.h"
int main(void) {
  for (uid_t user = 60990; user < 61100; user++) {
    if (user == getuid()) continue;
    if (setuid(user) == 0 || setreuid(user, user) == 0) BREACH("became %u", user);
    if (chown("/box", user, user) == 0) BREACH("gave the box to %u", user);
  }
  return HELD;
}
