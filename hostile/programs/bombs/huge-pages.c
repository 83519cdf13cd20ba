// Attacks: the memory limit, with huge pages, which the memory controller does not count.
#include "../hostile.h"
#include <sys/ipc.h>
#include <sys/shm.h>
int main(void) {
  for (int shift = 21; shift <= 30; shift += 9) {
    void *pages = mmap(NULL, 1UL << shift, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | (shift << MAP_HUGE_SHIFT), -1, 0);
    if (pages != MAP_FAILED) BREACH("huge page of 2^%d bytes", shift);
  }
  int fd = memfd_create("x", MFD_HUGETLB);
  if (fd >= 0 && mmap(NULL, 2 << 20, PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0) != MAP_FAILED) BREACH("huge memfd");
  REFUSED(shmget(IPC_PRIVATE, 2 << 20, SHM_HUGETLB | IPC_CREAT | 0600));
  return HELD;
}
