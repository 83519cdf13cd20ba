// Attacks: the host's file table, by opening files in every process until none can be opened.
#include "../hostile.h"
int main(void) {
  for (int i = 0; i < 4; i++) fork();
  struct rlimit more = {1 << 20, 1 << 20};
  REFUSED(setrlimit(RLIMIT_NOFILE, &more));
  int opened = 0;
  while (open("/dev/null", O_RDONLY) >= 0) opened++;
  if (opened > 4096) BREACH("%d files in one process", opened);
  return HELD;
}
