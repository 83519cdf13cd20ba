/* The bare cost of what a judging cannot avoid: one compilation and two runs, each by
 * posix_spawn and waitpid, without any judge. Prints the sum in µs.
 *
 *   bare INPUT1 INPUT2 PROGRAM COMPILER ARG...      (the compiler's output is PROGRAM) */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void run(char *const argv[], const char *input) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  pid_t pid;
  int status;
  if (posix_spawn(&pid, argv[0], &actions, NULL, argv, environ) != 0 || waitpid(pid, &status, 0) != pid || status != 0) {
    fprintf(stderr, "bare: %s failed\n", argv[0]);
    exit(1);
  }
  posix_spawn_file_actions_destroy(&actions);
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  char *const program[] = {argv[3], NULL};
  double start = now_us();
  run(argv + 4, "/dev/null");
  run(program, argv[1]);
  run(program, argv[2]);
  printf("%.0f\n", now_us() - start);
  return 0;
}
