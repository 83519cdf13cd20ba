// Attacks: the next run, through SysV segments, semaphores and queues with well-known keys, as many as there can be.
#include "../hostile.h"
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
int main(void) {
  for (int key = 1; key < 3000; key++) {
    shmget(key, 4096, IPC_CREAT | 0666);
    semget(key, 4, IPC_CREAT | 0666);
    int queue = msgget(key, IPC_CREAT | 0666);
    struct {
      long type;
      char text[64];
    } message = {1, "from the run before"};
    msgsnd(queue, &message, sizeof message.text, IPC_NOWAIT);
  }
  return 0;
}
