// Attacks: the next run, through POSIX message queues and named semaphores.
#include "../hostile.h"
#include <mqueue.h>
#include <semaphore.h>
int main(void) {
  REFUSED(mq_open("/hostile", O_CREAT | O_RDWR, 0666, NULL));
  REFUSED(mq_unlink("/hostile"));
  sem_open("/hostile", O_CREAT, 0666, 1);
  close(shm_open("/hostile", O_CREAT | O_RDWR, 0666));
  return HELD;
}
