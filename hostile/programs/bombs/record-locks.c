// Attacks: kernel memory that nobody is charged for, with record locks: as many as a file has bytes, on as many files as there may be.
#include "../hostile.h"
int main(void) {
  for (int i = 0; i < 200; i++) {
    char name[32];
    snprintf(name, sizeof name, "/box/%d", i);
    int file = open(name, O_RDWR | O_CREAT, 0600);
    for (int k = 0; k < 100; k++) {
      struct flock byte = {.l_type = F_WRLCK, .l_start = 2 * k, .l_len = 1};
      REFUSED(fcntl(file, F_SETLK, &byte));
      REFUSED(fcntl(file, F_SETLKW, &byte));
      REFUSED(fcntl(file, F_OFD_SETLK, &byte));
      if (breaches > 0) return HELD;
    }
    close(file);
  }
  return HELD;
}
