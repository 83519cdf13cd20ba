// Preloaded into a judgehost, makes its clock of the day wrong by the milliseconds that a file holds. The machine's own
// clock, which everything else here uses, stays right.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t* skew_ms(void) {
  static const volatile int64_t* shared;
  static int tried;
  if (!tried) {
    tried = 1;
    const char* path = getenv("SANDGLASS_TROUBLE_SKEW");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
      void* at = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
      if (at != MAP_FAILED) shared = at;
      close(fd);
    }
  }
  return shared;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  static int (*real)(clockid_t, struct timespec*);
  if (!real) real = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, now);
  const volatile int64_t* skew = skew_ms();
  if (result == 0 && clock == CLOCK_REALTIME && skew) {
    now->tv_sec += *skew / 1000;
    now->tv_nsec += (*skew % 1000) * 1000000;
    if (now->tv_nsec >= 1000000000) now->tv_nsec -= 1000000000, now->tv_sec += 1;
    if (now->tv_nsec < 0) now->tv_nsec += 1000000000, now->tv_sec -= 1;
  }
  return result;
}

// V8 asks this one.
int gettimeofday(struct timeval* now, void* zone) {
  (void)zone;
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}
