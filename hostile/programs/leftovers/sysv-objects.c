// Attacks: the next run, through SysV segments, semaphores and queues with well-known keys, as many as there can be.
#include "../hostile.h"
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
int main(void) {
  for (int key = 1; key < 3000; key++) {
    REFUSED(shmget(key, 4096, IPC_CREAT | 0666));
    REFUSED(semget(key, 4, IPC_CREAT | 0666));
    REFUSED(msgget(key, IPC_CREAT | 0666));
  }
  return HELD;
}
