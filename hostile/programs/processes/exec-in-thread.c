// Attacks: code that remembers a thread: exec from another thread than the first, then burning.
#include "../hostile.h"
static char *again[] = {"program", "again", NULL};
static void *run(void *unused) {
  (void)unused;
  execv("/proc/self/exe", again);
  return NULL;
}
int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) burn();
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  while (1) pause();
}
