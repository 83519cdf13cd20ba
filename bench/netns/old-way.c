/* A judger as judgers used to be, with nothing saved: for every run it makes a control group per controller, clones a
 * child into new PID, IPC, UTS and mount namespaces (and a new network namespace), writes the child's number to
 * `cgroup.procs`, lets it execute the program, and removes the groups.
 *
 *   old-way fresh|reuse WORKERS JUDGINGS CPU,CPU,… PROGRAM INPUT1 ANSWER1 INPUT2 ANSWER2 GROUP-FOLDER…
 *
 * `fresh` makes a new network namespace for every run; `reuse` keeps one per worker, the cure that was found then.
 * Worker i runs on the i-th CPU of the list, which starts again at its end. Every judging is two runs whose output is
 * compared with the answer. Prints the milliseconds from the common start to the last worker's end.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_groups = 8, stack_bytes = 65536 };

struct judger {
  char** groups; /* base folders, NULL at the end */
  char* program;
  int clone_flags;
  int worker;
};

struct start {
  const char* input;
  char* program;
  int go, out;
};

static char child_stack[stack_bytes];

static int64_t now_us(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1000000LL + at.tv_nsec / 1000;
}

static void die(const char* what) {
  perror(what);
  _exit(4);
}

static void write_text(const char* path, const char* text) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0 || write(fd, text, strlen(text)) < 0) die(path);
  close(fd);
}

static int child(void* argument) {
  const struct start* start = argument;
  char go;
  if (read(start->go, &go, 1) != 1) _exit(5);
  const int in = open(start->input, O_RDONLY);
  if (in < 0 || dup2(in, 0) < 0 || dup2(start->out, 1) < 0) _exit(5);
  char* const arguments[] = {start->program, NULL};
  execve(start->program, arguments, (char* const[]){NULL});
  _exit(5);
}

static void group_of(const struct judger* j, const char* base, char path[512]) {
  snprintf(path, 512, "%s/old-way-%d-%d", base, getpid(), j->worker);
}

static int accepted(int from, const char* answer_path) {
  char output[256] = {0}, answer[256] = {0};
  size_t size = 0;
  for (ssize_t n; size < sizeof output - 1 && (n = read(from, output + size, sizeof output - 1 - size)) > 0;) size += n;
  const int fd = open(answer_path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || read(fd, answer, sizeof answer - 1) < 0) die(answer_path);
  close(fd);
  return atoll(output) == atoll(answer);
}

static void run_test(const struct judger* j, const char* input, const char* answer) {
  char path[512], file[600], pid_text[16];
  for (char** base = j->groups; *base != NULL; base++) {
    group_of(j, *base, path);
    if (mkdir(path, 0755) != 0) die(path);
  }
  int go[2], out[2];
  if (pipe2(go, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) die("pipe");
  struct start start = {input, j->program, go[0], out[1]};
  const pid_t pid = clone(child, child_stack + stack_bytes, j->clone_flags | SIGCHLD, &start);
  if (pid < 0) die("clone");
  snprintf(pid_text, sizeof pid_text, "%d", pid);
  for (char** base = j->groups; *base != NULL; base++) {
    group_of(j, *base, path);
    snprintf(file, sizeof file, "%s/cgroup.procs", path);
    write_text(file, pid_text);
  }
  if (write(go[1], "g", 1) != 1) die("release");
  close(out[1]);
  const int right = accepted(out[0], answer);
  int status = 0;
  if (waitpid(pid, &status, 0) != pid || status != 0 || !right) {
    fprintf(stderr, "old-way: the program was not accepted (status %d)\n", status);
    _exit(4);
  }
  close(go[0]);
  close(go[1]);
  close(out[0]);
  for (char** base = j->groups; *base != NULL; base++) {
    group_of(j, *base, path);
    /* A group is busy for a moment after its last process. */
    for (int i = 0; rmdir(path) != 0 && i < 1000; i++) usleep(1000);
  }
}

static void pin(const char* list, int worker) {
  int cpus[1024], count = 0;
  for (const char* p = list; p != NULL && count < 1024; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
    cpus[count++] = atoi(p);
  }
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpus[worker % count], &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) die("sched_setaffinity");
}

int main(int argc, char** argv) {
  if (argc < 11) return 2;
  const int reuse = strcmp(argv[1], "reuse") == 0, workers = atoi(argv[2]), judgings = atoi(argv[3]);
  int ready[2], begin[2];
  if (pipe(ready) != 0 || pipe(begin) != 0) die("pipe");
  for (int worker = 0; worker < workers; worker++) {
    if (fork() != 0) continue;
    pin(argv[4], worker);
    struct judger j = {argv + 10, argv[5], CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNS, worker};
    if (!reuse) j.clone_flags |= CLONE_NEWNET;
    else if (unshare(CLONE_NEWNET) != 0) die("unshare");
    char word;
    close(begin[1]);
    if (write(ready[1], "r", 1) != 1) die("ready");
    if (read(begin[0], &word, 1) < 0) die("begin"); /* its closing is the start */
    for (int i = 0; i < judgings; i++) {
      run_test(&j, argv[6], argv[7]);
      run_test(&j, argv[8], argv[9]);
    }
    _exit(0);
  }
  char word;
  for (int i = 0; i < workers; i++) {
    if (read(ready[0], &word, 1) != 1) die("ready");
  }
  const int64_t began = now_us();
  close(begin[1]);
  int failed = 0, status;
  while (wait(&status) > 0) failed |= status != 0;
  printf("%.3f\n", (now_us() - began) / 1000.0);
  return failed;
}
