// Attacks: the watch over the main thread: it ends, and the others burn on.
#include "../hostile.h"
static void *spin(void *unused) {
  (void)unused;
  burn();
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spin, NULL);
  syscall(SYS_exit, 0);
}
