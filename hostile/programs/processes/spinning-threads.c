// Attacks: CPU accounting: four threads burn four times as fast as the clock on the wall.
#include "../hostile.h"
static void *spin(void *unused) {
  (void)unused;
  burn();
  return NULL;
}
int main(void) {
  pthread_t thread;
  for (int i = 0; i < 4; i++) pthread_create(&thread, NULL, spin, NULL);
  while (1) pause();
}
