/* The floor of the gap: a program on one core with nothing around it. The clock is read where the sandbox reads it, as
 * the last thing before execve and as soon as the program has ended; processor time is what the kernel booked for it.
 *   bare-gap CPU          then lines "COUNT PROGRAM ARGUMENT", each answered with COUNT gaps in µs
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char** environ;
static volatile int64_t started_us;

static int64_t now_us(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1000000LL + at.tv_nsec / 1000;
}

static int64_t gap_us(char* program, char* argument) {
  char* const arguments[] = {program, argument, NULL};
  const pid_t pid = vfork();
  if (pid == 0) {
    started_us = now_us(); /* our memory, until execve */
    execve(program, arguments, environ);
    _exit(127);
  }
  int status = 0;
  struct rusage used;
  if (pid < 0 || wait4(pid, &status, 0, &used) != pid || status != 0) exit(3);
  const int64_t wall = now_us() - started_us;
  return wall - (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000LL - used.ru_utime.tv_usec -
         used.ru_stime.tv_usec;
}

int main(int argc, char** argv) {
  char line[8192], program[4096], argument[64];
  int count;
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  CPU_SET(argc > 1 ? atoi(argv[1]) : 0, &cpus);
  if (sched_setaffinity(0, sizeof cpus, &cpus) != 0) return 2;
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (sscanf(line, "%d %4095s %63s", &count, program, argument) != 3) return 2;
    for (int i = 0; i < count; i++) {
      const int64_t gap = gap_us(program, argument);
      printf("%lld ", (long long)(gap > 0 ? gap : 0));
    }
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
