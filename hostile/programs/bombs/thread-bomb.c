// Attacks: the process limit with threads, all of which then burn CPU.
#include "../hostile.h"
static void *spin(void *unused) {
  (void)unused;
  burn();
  return NULL;
}
int main(void) {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 1 << 16);
  for (pthread_t thread; pthread_create(&thread, &small, spin, NULL) == 0;) {
  }
  burn();
}
