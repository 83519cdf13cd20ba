// Attacks: the output after the end: a child goes on printing while the parent's result is being made.
#include "../hostile.h"
int main(void) {
  if (fork() == 0) {
    while (1) write_all(1, "late\n", 5);
  }
  return 0;
}
