// What takes the kernel longest to take away: one mode each. It prepares, then waits for its limit.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const size_t mebibyte = 1 << 20;

static void wait_for_the_end(void) {
  for (;;) pause();
}

static void* wait_in_thread(void* unused) {
  wait_for_the_end();
  return unused;
}

static char* map(size_t bytes) {
  char* at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) exit(2);
  madvise(at, bytes, MADV_NOHUGEPAGE);
  return at;
}

static void touch(size_t bytes, size_t step) {
  char* at = map(bytes);
  for (size_t i = 0; i < bytes; i += step) at[i] = 1;
}

/** Neighbours of different protection stay apart. */
static void many_mappings(void) {
  for (int i = 0; i < 65000; ++i) {
    if (mmap(NULL, 4096, i % 2 ? PROT_READ : PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
      break;
  }
}

static void fork_to_the_limit(void) {
  for (;;) {
    const pid_t child = fork();
    if (child < 0) return;
    if (child == 0) wait_for_the_end();
  }
}

static void many_files(void) {
  char name[64];
  for (int i = 0;; ++i) {
    snprintf(name, sizeof name, "a-small-file-%d", i);
    const int fd = open(name, O_WRONLY | O_CREAT, 0600);
    if (fd < 0 || write(fd, "x", 1) != 1) return;
    close(fd);
  }
}

static void deep_tree(void) {
  while (mkdir("d", 0700) == 0 && chdir("d") == 0) {
  }
}

static void hard_links(void) {
  close(open("one", O_WRONLY | O_CREAT, 0600));
  char name[64];
  for (int i = 0;; ++i) {
    snprintf(name, sizeof name, "link-%d", i);
    if (link("one", name) != 0) return;
  }
}

static void fill_box(void) {
  static char chunk[1 << 20];
  const int fd = open("large", O_WRONLY | O_CREAT, 0600);
  while (write(fd, chunk, sizeof chunk) > 0) {
  }
}

/** One page at the end of every gigabyte, so that the tree of pages is sparse too. */
static void sparse_files(void) {
  char name[64];
  for (int i = 0;; ++i) {
    snprintf(name, sizeof name, "sparse-%d", i);
    const int fd = open(name, O_WRONLY | O_CREAT, 0600);
    if (fd < 0) return;
    for (off_t at = 1; at < 40; ++at) {
      if (pwrite(fd, "x", 1, at << 30) != 1) return;
    }
    close(fd);
  }
}

static void full_pipes(void) {
  static char chunk[65536];
  for (;;) {
    int ends[2];
    if (pipe2(ends, O_NONBLOCK) != 0) return;
    if (write(ends[1], chunk, sizeof chunk) <= 0) return;
  }
}

static void full_sockets(void) {
  static char chunk[4096];
  for (;;) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, ends) != 0) return;
    while (write(ends[1], chunk, 1) > 0) {
    }
  }
}

static void stopped(void) {
  for (int i = 0; i < 20; ++i) {
    if (fork() == 0) raise(SIGSTOP);
  }
  raise(SIGSTOP);
}

/** Each waits in vfork, where only death reaches it. */
static void vforks(void) {
  for (int i = 0; i < 10; ++i) {
    if (fork() != 0) continue;
    if (vfork() == 0) wait_for_the_end();
  }
}

static void orphans(void) {
  for (int i = 0; i < 20; ++i) {
    if (fork() != 0) continue;
    setsid();
    if (fork() != 0) _exit(0);
    wait_for_the_end();
  }
}

static void deaf(void) {
  for (int number = 1; number < 65; ++number) signal(number, SIG_IGN);
}

static void threads(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 65536);
  pthread_t thread;
  while (pthread_create(&thread, &attributes, wait_in_thread, NULL) == 0) {
  }
}

/** Ends by itself, after so many milliseconds of CPU time. */
static void compute(long milliseconds) {
  struct timespec used;
  do {
    for (volatile int i = 0; i < 100000; ++i) {
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  } while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < milliseconds);
  exit(0);
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "";
  const size_t size = argc > 2 ? strtoull(argv[2], NULL, 10) * mebibyte : 0;
  if (!strcmp(mode, "compute")) compute(atol(argv[2]));
  if (!strcmp(mode, "processes")) fork_to_the_limit();
  if (!strcmp(mode, "threads")) threads();
  if (!strcmp(mode, "deaf")) deaf();
  if (!strcmp(mode, "stopped")) stopped();
  if (!strcmp(mode, "vforks")) vforks();
  if (!strcmp(mode, "orphans")) orphans();
  if (!strcmp(mode, "mappings")) many_mappings();
  if (!strcmp(mode, "mappings-of-all")) many_mappings(), fork_to_the_limit();
  if (!strcmp(mode, "mappings-of-children")) {
    many_mappings(), fork_to_the_limit();
    return 0;
  }
  if (!strcmp(mode, "memory")) touch(size, 4096);
  if (!strcmp(mode, "page-tables")) touch(size, 2 * mebibyte);
  if (!strcmp(mode, "memory-of-all")) touch(size, 4096), fork_to_the_limit();
  if (!strcmp(mode, "files")) many_files();
  if (!strcmp(mode, "deep-tree")) deep_tree();
  if (!strcmp(mode, "hard-links")) hard_links();
  if (!strcmp(mode, "full-box")) fill_box();
  if (!strcmp(mode, "sparse-files")) sparse_files();
  if (!strcmp(mode, "pipes")) full_pipes();
  if (!strcmp(mode, "sockets")) full_sockets();
  // The process that waits for the end of the preparation is notified.
  (void)!write(1, "ready\n", 6);
  wait_for_the_end();
}
