// Attacks: what other slots hold in memory, by merging equal pages; and the host's memory, by pages thrown out, poisoned or read past the cache.
#include "../hostile.h"
#include <sys/uio.h>
int main(void) {
  char *own = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  touch(own, 1 << 20);
  // MERGEABLE, UNMERGEABLE, PAGEOUT, HWPOISON, SOFT_OFFLINE.
  const int closed[] = {12, 13, 21, 100, 101};
  for (int i = 0; i < 5; i++) REFUSED(madvise(own, 1 << 20, closed[i]));
  if (madvise(own, 1 << 20, MADV_DONTNEED) != 0) BREACH("giving memory back is refused");
  struct iovec part = {own, 4096};
  int file = open("/usr/bin/env", O_RDONLY);
  // RWF_NOWAIT shows whether a page is in memory, RWF_DONTCACHE throws it out.
  REFUSED(syscall(SYS_preadv2, file, &part, 1, 0L, 0L, 8));
  REFUSED(syscall(SYS_preadv2, file, &part, 1, 0L, 0L, 0x80));
  REFUSED(syscall(451 /* cachestat */, file, own, own + 64, 0));
  if (preadv2(file, &part, 1, 0, 0) <= 0) BREACH("reading is refused");
  return HELD;
}
