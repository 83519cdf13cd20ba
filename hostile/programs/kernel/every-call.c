// Attacks: the kernel, with every system call number there is and many there are not, each made by a child with nothing but zeros.
#include "../hostile.h"
#include <sys/time.h>
int main(void) {
  int ended = 0;
  for (long number = 0; number < 1024; number++) {
    pid_t child = fork();
    if (child == 0) {
      // Every call that waits is ended.
      struct itimerval soon = {.it_value = {.tv_usec = 20000}};
      setitimer(ITIMER_REAL, &soon, NULL);
      errno = 0;
      long result = syscall(number, 0L, 0L, 0L, 0L, 0L, 0L);
      _exit(number > 471 && (result != -1 || errno != ENOSYS) ? 1 : 0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1) BREACH("call %ld is not in the table, and is not missing", number);
    ended++;
  }
  printf("%d of 1024 children came to their end\n", ended);
  return HELD;
}
