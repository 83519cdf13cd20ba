// How judges ran a program before pools: for every run a memory control group is made, a child is forked, puts
// itself into the group, makes an IPC and a network namespace of its own, and executes the program; afterwards the
// group is removed. The wall clock starts at the fork, so the child's set-up is charged to the program.
//
//   old-way fresh|ipc|bare RUNS WORKERS PROGRAM [ARGUMENT…]
//
// `ipc` makes an IPC namespace and nothing else; `bare` is the floor: fork and execute, with nothing around it. It prints one object: {"elapsedMs", "enospc", "failed", "gapUs": […]}. Runs that found no namespace left are counted
// in enospc and have no gap. WORKERS processes share the runs.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { no_space = 120, no_setup = 121 };

struct result {
  int status;
  int64_t gap_us;
};

static int64_t now_us(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1000000LL + at.tv_nsec / 1000;
}

static int write_text(const char* path, const char* text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  ssize_t done = write(fd, text, strlen(text));
  close(fd);
  return done < 0 ? -1 : 0;
}

static int64_t usage_us(const char* group) {
  char path[128], text[512] = {0};
  snprintf(path, sizeof path, "%s/cpu.stat", group);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t got = read(fd, text, sizeof text - 1);
  close(fd);
  long long usage = 0;
  if (got <= 0 || sscanf(text, "usage_usec %lld", &usage) != 1) return 0;
  return usage;
}

static void child(const char* group, char** argv) {
  char path[128], pid[16];
  snprintf(path, sizeof path, "%s/cgroup.procs", group);
  snprintf(pid, sizeof pid, "%d", getpid());
  if (write_text(path, pid) != 0) _exit(no_setup);
  if (unshare(CLONE_NEWIPC | CLONE_NEWNET) != 0) _exit(errno == ENOSPC ? no_space : no_setup);
  execv(argv[0], argv);
  _exit(no_setup);
}

static int64_t used_us(const struct rusage* used) {
  return (used->ru_utime.tv_sec + used->ru_stime.tv_sec) * 1000000LL + used->ru_utime.tv_usec + used->ru_stime.tv_usec;
}

// Without a group of its own, a run's processor time is what its process used.
static struct result run_in_place(int flags, char** argv) {
  struct result result = {no_setup, 0};
  int64_t began = now_us();
  pid_t pid = fork();
  if (pid == 0) {
    if (flags != 0 && unshare(flags) != 0) _exit(errno == ENOSPC ? no_space : no_setup);
    execv(argv[0], argv);
    _exit(no_setup);
  }
  int status = 0;
  struct rusage used;
  if (pid > 0 && wait4(pid, &status, 0, &used) == pid && WIFEXITED(status)) {
    result.status = WEXITSTATUS(status);
    result.gap_us = now_us() - began - used_us(&used);
  }
  return result;
}

static struct result run_bare(int number, char** argv) {
  (void)number;
  return run_in_place(0, argv);
}

static struct result run_ipc(int number, char** argv) {
  (void)number;
  return run_in_place(CLONE_NEWIPC, argv);
}

static struct result run_fresh(int number, char** argv) {
  struct result result = {no_setup, 0};
  char group[96];
  snprintf(group, sizeof group, "/sys/fs/cgroup/old-way-%d-%d", getpid(), number);
  if (mkdir(group, 0755) != 0) return result;
  int64_t began = now_us();
  pid_t pid = fork();
  if (pid == 0) child(group, argv);
  int status = 0;
  if (pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status)) {
    result.status = WEXITSTATUS(status);
    result.gap_us = now_us() - began - usage_us(group);
  }
  rmdir(group);
  return result;
}

int main(int argc, char** argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: old-way fresh|ipc|bare RUNS WORKERS PROGRAM [ARGUMENT...]\n");
    return 2;
  }
  struct result (*run)(int, char**) = run_fresh;
  if (strcmp(argv[1], "bare") == 0) run = run_bare;
  if (strcmp(argv[1], "ipc") == 0) run = run_ipc;
  int runs = atoi(argv[2]), workers = atoi(argv[3]);
  struct result* results =
      mmap(NULL, sizeof(struct result) * runs, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (results == MAP_FAILED) return 2;
  int64_t began = now_us();
  for (int worker = 0; worker < workers; worker++) {
    if (fork() != 0) continue;
    for (int i = worker; i < runs; i += workers) results[i] = run(i, argv + 4);
    _exit(0);
  }
  while (wait(NULL) > 0) {
  }
  int64_t elapsed = now_us() - began;
  int enospc = 0, failed = 0, gaps = 0;
  printf("{\"gapUs\":[");
  for (int i = 0; i < runs; i++) {
    if (results[i].status == no_space) enospc++;
    else if (results[i].status != 0) failed++;
    else printf("%s%lld", gaps++ ? "," : "", (long long)results[i].gap_us);
  }
  printf("],\"elapsedMs\":%lld,\"enospc\":%d,\"failed\":%d}\n", (long long)elapsed / 1000, enospc, failed);
  return 0;
}
