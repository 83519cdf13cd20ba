// Attacks: the next team, as a validator that accepts and leaves somebody behind.
#include "../hostile.h"
int main(void) {
  if (fork() == 0) {
    setsid();
    while (1) close(open("/tmp/alive", O_CREAT | O_WRONLY, 0666));
  }
  return 42;
}
