// Parts that use up what is limited: processor, time, memory, output, processes, files.
#define _GNU_SOURCE
#include "actor.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long number(int argc, char** argv, int i, long long otherwise) {
  return argc > i ? atoll(argv[i]) : otherwise;
}

// Uses this much processor time of the calling thread; below 0: for ever.
static void burn(long long milliseconds) {
  struct timespec used = {0, 0};
  while (milliseconds < 0 || used.tv_sec * 1000LL + used.tv_nsec / 1000000 < milliseconds) {
    for (volatile int i = 0; i < 2000; i++) {
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  }
}

int act_exit(int argc, char** argv) { return (int)number(argc, argv, 1, 0); }

int act_raise(int argc, char** argv) {
  signal((int)number(argc, argv, 1, SIGABRT), SIG_DFL);
  raise((int)number(argc, argv, 1, SIGABRT));
  return 0;
}

int act_burn(int argc, char** argv) {
  burn(number(argc, argv, 1, -1));
  return 0;
}

static void* burn_thread(void* unused) {
  burn(-1);
  return unused;
}

int act_burn_threads(int argc, char** argv) {
  pthread_t thread;
  for (long long i = number(argc, argv, 1, 4); i > 0; i--) pthread_create(&thread, NULL, burn_thread, NULL);
  return pthread_join(thread, NULL);
}

// No single process lives long enough for a limit per process to notice.
int act_burn_children(int argc, char** argv) {
  for (;;) {
    pid_t pid = fork();
    if (pid == 0) {
      burn(number(argc, argv, 1, 5));
      _exit(0);
    }
    if (pid < 0) return 1;
    waitpid(pid, NULL, 0);
  }
}

int act_sleep(int argc, char** argv) {
  long long milliseconds = number(argc, argv, 1, 1000000);
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
  return 0;
}

// touch-memory MEBIBYTES
int act_touch_memory(int argc, char** argv) {
  size_t bytes = (size_t)number(argc, argv, 1, 16) << 20;
  char* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 1;
  for (size_t i = 0; i < bytes; i += 4096) memory[i] = 1;
  return 0;
}

// touch-memory-in-child MEBIBYTES: the parent goes on as if nothing had happened.
int act_touch_memory_in_child(int argc, char** argv) {
  pid_t pid = fork();
  if (pid == 0) _exit(act_touch_memory(argc, argv));
  waitpid(pid, NULL, 0);
  return 0;
}

// print BYTES; below 0: for ever.
int act_print(int argc, char** argv) {
  static char chunk[65536];
  memset(chunk, 'x', sizeof chunk);
  for (long long left = number(argc, argv, 1, -1); left != 0;) {
    size_t size = left < 0 || left > (long long)sizeof chunk ? sizeof chunk : (size_t)left;
    ssize_t done = write(1, chunk, size);
    if (done < 0) return 1;
    if (left > 0) left -= done;
  }
  return 0;
}

int act_print_stubbornly(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  for (;;) act_print(argc, argv);
}

int act_echo(int argc, char** argv) {
  char chunk[65536];
  for (ssize_t got; (got = read(0, chunk, sizeof chunk)) > 0;) {
    if (write(1, chunk, (size_t)got) != got) return 1;
  }
  return (int)number(argc, argv, 1, 0);
}

int act_both(int argc, char** argv) {
  (void)argc, (void)argv;
  if (write(1, "out\n", 4) != 4 || write(2, "err\n", 4) != 4 || write(1, "out\n", 4) != 4) return 1;
  return 0;
}

int act_fork_bomb(int argc, char** argv) {
  (void)argc, (void)argv;
  for (int i = 0; i < 200; i++) {
    if (fork() == 0) pause();
  }
  return 3;
}

static void* wait_for_ever(void* unused) {
  pause();
  return unused;
}

int act_thread_bomb(int argc, char** argv) {
  (void)argc, (void)argv;
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  int made = 0;
  pthread_t thread;
  while (made < 500 && pthread_create(&thread, &small, wait_for_ever, NULL) == 0) made++;
  SAY("%d\n", made);
  return 0;
}

// big-file MEBIBYTES [stubbornly]: without regard to the signal that a too large file brings.
int act_big_file(int argc, char** argv) {
  if (argc > 2) signal(SIGXFSZ, SIG_IGN);
  static char chunk[1 << 20];
  int fd = open("/box/big", O_CREAT | O_WRONLY, 0600);
  for (long long i = number(argc, argv, 1, 64); i > 0; i--) {
    if (write(fd, chunk, sizeof chunk) != (ssize_t)sizeof chunk) {
      SAY("%s\n", strerror(errno));
      return 1;
    }
  }
  return 0;
}

// Bytes that the box may hold.
int act_box_room(int argc, char** argv) {
  (void)argc;
  (void)argv;
  struct statfs info;
  if (statfs("/box", &info) != 0) return 1;
  SAY("%llu\n", (unsigned long long)info.f_blocks * (unsigned long long)info.f_bsize);
  return 0;
}

// copy FROM TO
int act_copy(int argc, char** argv) {
  if (argc < 3) return 2;
  int from = open(argv[1], O_RDONLY), to = open(argv[2], O_CREAT | O_WRONLY | O_TRUNC, 0600);
  if (from < 0 || to < 0) return 1;
  if (dup2(from, 0) < 0 || dup2(to, 1) < 0) return 1;
  return act_echo(0, NULL);
}

// Page tables of so many MiB: 4 KiB for each 2 MiB that is looked at, and no page of its own.
int act_page_tables(int argc, char** argv) {
  size_t step = 2 << 20, span = (argc > 1 ? strtoul(argv[1], NULL, 10) : 1) * 256 * step;
  volatile char* space = mmap(NULL, span, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (space == MAP_FAILED) return 1;
  madvise((void*)space, span, MADV_NOHUGEPAGE);
  for (size_t at = 0; at < span; at += step) (void)space[at];
  return 0;
}
