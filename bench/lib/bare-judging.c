/* The bare cost of what judging cannot avoid: a compilation and a run per input, each by posix_spawn and waitpid, as
 * many times as asked, without any judge. Prints the µs of all rounds together.
 *
 *   bare ROUNDS INPUT_FOLDER INPUTS PROGRAM_WORDS PROGRAM... COMPILER...
 *
 * Inputs are INPUT_FOLDER/0 … INPUT_FOLDER/INPUTS-1. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char** environ;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void run(char* const argv[], const char* input) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  pid_t pid;
  int status;
  if (posix_spawn(&pid, argv[0], &actions, NULL, argv, environ) != 0 || waitpid(pid, &status, 0) != pid ||
      status != 0) {
    fprintf(stderr, "bare: %s failed\n", argv[0]);
    exit(1);
  }
  posix_spawn_file_actions_destroy(&actions);
}

int main(int argc, char** argv) {
  if (argc < 7) return 2;
  int rounds = atoi(argv[1]), inputs = atoi(argv[3]), words = atoi(argv[4]);
  if (5 + words >= argc) return 2;
  char** program = calloc((size_t)words + 1, sizeof *program);
  for (int i = 0; i < words; i++) program[i] = argv[5 + i];
  double start = now_us();
  for (int round = 0; round < rounds; round++) {
    run(argv + 5 + words, "/dev/null");
    for (int i = 0; i < inputs; i++) {
      char path[4096];
      snprintf(path, sizeof path, "%s/%d", argv[2], i);
      run(program, path);
    }
  }
  printf("%.0f\n", now_us() - start);
  return 0;
}
