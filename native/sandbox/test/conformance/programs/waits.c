// Parts that wait, each in a way of its own.
#define _GNU_SOURCE
#include "actor.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

int act_read_for_ever(int argc, char** argv) {
  (void)argc, (void)argv;
  int ends[2];
  char byte;
  if (pipe(ends) != 0) return 1;
  return (int)read(ends[0], &byte, 1);
}

// The kernel keeps the parent of a vfork in an uninterruptible sleep until the child has ended or executed.
int act_sleep_in_vfork(int argc, char** argv) {
  if (vfork() == 0) _exit(act_sleep(argc, argv));
  return 0;
}

// burn-and-sleep TIMES MILLISECONDS: that long each, in turn.
int act_burn_and_sleep(int argc, char** argv) {
  if (argc < 3) return 2;
  char* time[] = {argv[2], argv[2]};
  for (int i = atoi(argv[1]); i > 0; i--) {
    act_sleep(2, time);
    struct timespec begin, now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    do {
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < atoi(argv[2]));
  }
  return 0;
}

// How the kernel schedules this process.
int act_policy(int argc, char** argv) {
  (void)argc, (void)argv;
  SAY("policy %d nice %d\n", sched_getscheduler(0), getpriority(PRIO_PROCESS, 0));
  return 0;
}

static void* turn_over(void* unused) {
  const struct timespec nap = {0, 300000};
  while (1) nanosleep(&nap, NULL);
  return unused;
}

// restless-threads MILLISECONDS: ends with twenty threads that sleep, and wake, all the time.
int act_restless_threads(int argc, char** argv) {
  pthread_t thread;
  for (int i = 0; i < 20; i++) {
    if (pthread_create(&thread, NULL, turn_over, NULL) != 0) return 1;
  }
  return act_sleep(argc, argv);
}
