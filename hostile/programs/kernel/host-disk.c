// Attacks: the host's disks and cache: flushes them again and again by files it may only read, and throws shared files out of memory.
#include "../hostile.h"
// The filter answers for the kernel, so even descriptors that are none are flushed "well".
#define KEPT_AWAY(call)                                     \
  do {                                                      \
    errno = 0;                                              \
    if ((long)(call) != 0) BREACH("the kernel was asked: %s", #call); \
  } while (0)
int main(void) {
  KEPT_AWAY(fsync(-1));
  KEPT_AWAY(fdatasync(-1));
  KEPT_AWAY(syncfs(-1));
  KEPT_AWAY(sync_file_range(-1, 0, 0, 7));
  KEPT_AWAY(msync((void *)1, 1, MS_SYNC));
  KEPT_AWAY(posix_fadvise(-1, 0, 0, POSIX_FADV_DONTNEED));
  int shared = open("/usr/bin/env", O_RDONLY);
  for (int i = 0; i < 10000; i++) {
    sync();
    fsync(0);
    syncfs(shared);
    posix_fadvise(shared, 0, 0, POSIX_FADV_DONTNEED);
  }
  void *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, shared, 0);
  madvise(map, 4096, MADV_PAGEOUT);
  REFUSED(madvise(map, 4096, MADV_REMOVE));
  return HELD;
}
