// Attacks: the exchange's pipes: opens its own ends the other way round, resizes them, makes them its own conversation.
#include "../hostile.h"
#include <sys/uio.h>
int main(void) {
  char word[16];
  fchmod(0, 0666);
  fchmod(1, 0666);
  int mouth = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK), ear = open("/proc/self/fd/1", O_RDONLY | O_NONBLOCK);
  fcntl(0, F_SETPIPE_SZ, 4096);
  fcntl(1, F_SETPIPE_SZ, 1 << 20);
  fcntl(1, F_SETFL, O_NONBLOCK | O_ASYNC);
  fcntl(0, F_SETOWN, 1);
  struct iovec chunk = {"right\n", 6};
  if (mouth >= 0) vmsplice(mouth, &chunk, 1, SPLICE_F_NONBLOCK);
  // What it reads of its own output never reaches the interactor; what it hears of itself is no verdict.
  write_all(1, "5\n", 2);
  if (ear >= 0 && read(ear, word, sizeof word) < 0 && errno != EAGAIN) return 1;
  tee(0, 1, 1 << 16, SPLICE_F_NONBLOCK);
  splice(0, NULL, 1, NULL, 1 << 16, SPLICE_F_NONBLOCK);
  return 0;
}
