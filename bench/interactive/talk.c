// Both sides of a conversation of short lines, and the bare floor: the same two over two pipes with nobody between.
//   talk ask N    asks N times, says on standard error how many ns that took
//   talk answer   answers until its input ends
//   talk bare     reads lines "N CPU CPU", answers each with the ns of N round trips between two processes pinned there
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char question[] = "? 123456\n", answer[] = "> 1\n";

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long ask(int in, int out, long times) {
  char word[64];
  long long start = 0;
  // The first is for the other side to be there.
  for (long i = -1; i < times; i++) {
    if (i == 0) start = now();
    if (write(out, question, sizeof question - 1) < 0 || read(in, word, sizeof word) <= 0) exit(1);
  }
  return now() - start;
}

static int reply(int in, int out) {
  char word[64];
  while (read(in, word, sizeof word) > 0)
    if (write(out, answer, sizeof answer - 1) < 0) return 1;
  return 42;
}

static void pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  sched_setaffinity(0, sizeof set, &set);
}

static long long bare(long times, int one, int two) {
  int there[2], back[2];
  if (pipe(there) != 0 || pipe(back) != 0) exit(1);
  pin(one);
  const pid_t pid = fork();
  if (pid == 0) {
    pin(two);
    close(there[1]);
    close(back[0]);
    _exit(reply(there[0], back[1]));
  }
  close(there[0]);
  close(back[1]);
  const long long ns = ask(back[0], there[1], times);
  close(there[1]);
  close(back[0]);
  waitpid(pid, NULL, 0);
  return ns;
}

int main(int count, char** words) {
  if (count > 2 && strcmp(words[1], "ask") == 0) {
    fprintf(stderr, "%lld\n", ask(0, 1, atol(words[2])));
    return 0;
  }
  if (count > 1 && strcmp(words[1], "answer") == 0) return reply(0, 1);
  long times;
  int one, two;
  while (scanf("%ld %d %d", &times, &one, &two) == 3) {
    printf("%lld\n", bare(times, one, two));
    fflush(stdout);
  }
  return 0;
}
