// Attacks: the end of the conversation: ends at once, but leaves children who hold its pipes open and go on talking.
#include "../hostile.h"
int main(void) {
  for (int i = 0; i < 8; i++) {
    if (fork() != 0) continue;
    setsid();
    while (1)
      if (write(1, "1\n", 2) < 0) pause();
  }
  return 0;
}
