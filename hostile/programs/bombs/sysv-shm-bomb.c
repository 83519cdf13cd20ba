// Attacks: memory, with SysV segments that would outlive their maker.
#include "../hostile.h"
#include <sys/shm.h>
int main(void) {
  for (int i = 0; i < 256; i++) {
    int id = -1;
    REFUSED(id = shmget(IPC_PRIVATE, 4 << 20, IPC_CREAT | 0666));
    char *memory = id < 0 ? (void *)-1 : shmat(id, NULL, 0);
    if (memory == (void *)-1) continue;
    touch(memory, 4 << 20);
    shmdt(memory);
  }
  return HELD;
}
