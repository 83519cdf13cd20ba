// Attacks: the end of the run: a daemon by the book (double fork, setsid) that lives on and writes.
#include "../hostile.h"
int main(void) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      while (1) {
        close(open("/tmp/alive", O_CREAT | O_WRONLY, 0666));
        usleep(1000);
      }
    }
    _exit(0);
  }
  return 0;
}
