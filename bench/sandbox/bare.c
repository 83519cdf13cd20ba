/* The floor: posix_spawn and wait of the same program, without any sandbox.
 * Reads commands, one a line, and answers each with one line of numbers:
 *   serial N PROGRAM          → N durations in µs
 *   rate THREADS MS PROGRAM   → runs per second of THREADS loops together
 */
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

extern char** environ;
static char program[4096];
static volatile int stop;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void once(void) {
  char* arguments[] = {program, NULL};
  pid_t pid;
  int status;
  if (posix_spawn(&pid, program, NULL, NULL, arguments, environ) != 0) exit(2);
  if (waitpid(pid, &status, 0) != pid || status != 0) exit(3);
}

static void* loop(void* count) {
  while (!stop) {
    once();
    ++*(long*)count;
  }
  return NULL;
}

int main(void) {
  char line[8192];
  while (fgets(line, sizeof line, stdin) != NULL) {
    int n, ms;
    if (sscanf(line, "serial %d %4095s", &n, program) == 2) {
      for (int i = 0; i < n; i++) {
        const double start = now_us();
        once();
        printf("%.1f ", now_us() - start);
      }
    } else if (sscanf(line, "rate %d %d %4095s", &n, &ms, program) == 3 && n <= 64) {
      pthread_t threads[64];
      long counts[64] = {0}, all = 0;
      stop = 0;
      const double start = now_us();
      for (int i = 0; i < n; i++) pthread_create(&threads[i], NULL, loop, &counts[i]);
      nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
      stop = 1;
      for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
      for (int i = 0; i < n; i++) all += counts[i];
      printf("%.1f", all / (now_us() - start) * 1e6);
    }
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
