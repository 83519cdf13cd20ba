// What the kernel alone needs to take a program away: no sandbox but a PID namespace, a scratch, a user and one core.
// usage: bare CPU SCRATCH PROGRAM WORD…, all paths absolute; prints the microseconds from SIGKILL until nothing is left.
#define _GNU_SOURCE
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { user = 64499, processes = 64, files = 1024, longest_ms = 20000 };

static void insist(int fact, const char* what) {
  if (fact) return;
  perror(what);
  exit(1);
}

static int64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

static void limit(int resource, rlim_t value) {
  const struct rlimit both = {value, value};
  insist(setrlimit(resource, &both) == 0, "setrlimit");
}

static void become(const char* scratch, char** command, int out) {
  insist(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0, "private mounts");
  insist(mount("scratch", scratch, "tmpfs", 0, "size=256m,nr_inodes=16384,mode=1777") == 0, "scratch");
  insist(chdir(scratch) == 0, "chdir");
  dup2(out, 1);
  limit(RLIMIT_NPROC, processes);
  limit(RLIMIT_NOFILE, files);
  insist(setgroups(0, NULL) == 0 && setgid(user) == 0 && setuid(user) == 0, "setuid");
  execv(command[0], command);
  insist(0, "execv");
}

int main(int argc, char** argv) {
  insist(argc > 3, "usage: bare CPU SCRATCH PROGRAM WORD…");
  cpu_set_t core;
  CPU_ZERO(&core);
  CPU_SET(atoi(argv[1]), &core);
  insist(sched_setaffinity(0, sizeof core, &core) == 0, "sched_setaffinity");
  int ends[2];
  insist(pipe(ends) == 0, "pipe");
  insist(unshare(CLONE_NEWPID | CLONE_NEWNS) == 0, "unshare");
  const pid_t first = fork();
  insist(first >= 0, "fork");
  if (first == 0) become(argv[2], argv + 3, ends[1]);
  struct pollfd ready = {ends[0], POLLIN, 0};
  const int prepared = poll(&ready, 1, longest_ms);
  const int64_t begun = now_us();
  kill(first, SIGKILL);
  int status = 0;
  insist(waitpid(first, &status, 0) == first, "waitpid");
  insist(prepared == 1 && WIFSIGNALED(status), "the program was not ready in time");
  printf("%lld\n", (long long)(now_us() - begun));
}
