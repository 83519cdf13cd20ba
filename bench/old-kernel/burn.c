// burn MILLISECONDS: uses that much processor time and ends. With 0 it ends at once.
#include <stdlib.h>
#include <time.h>

int main(int argc, char** argv) {
  long long wanted = argc > 1 ? atoll(argv[1]) * 1000000LL : 0;
  struct timespec used = {0, 0};
  while (wanted > 0 && used.tv_sec * 1000000000LL + used.tv_nsec < wanted) {
    for (volatile int i = 0; i < 2000; i++) {
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  }
  return 0;
}
