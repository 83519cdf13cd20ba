// Attacks: what nobody thought of: every system call number past the ones the filter was written for.
#include "../hostile.h"
int main(void) {
  for (long number = 463; number < 700; number++) {
    errno = 0;
    long result = syscall(number, -1L, -1L, -1L, -1L, -1L, -1L);
    if (result >= 0) BREACH("call %ld gave %ld", number, result);
    if (errno != ENOSYS && errno != EPERM) BREACH("call %ld reached the kernel: %s", number, strerror(errno));
  }
  return HELD;
}
