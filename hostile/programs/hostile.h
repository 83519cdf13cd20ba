// What every hostile program in C shares. An attempt that succeeds prints a line with BREACH: the suite fails on it.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int breaches __attribute__((unused));

#define BREACH(...) (breaches++, printf("BREACH "), printf(__VA_ARGS__), printf("\n"), fflush(stdout))

/** An attempt the kernel must refuse. */
#define REFUSED(call)                                 \
  do {                                                \
    errno = 0;                                        \
    if ((long)(call) >= 0) BREACH("allowed: %s", #call); \
  } while (0)

/** The exit status of a program that has tried everything: 0 when it was held, 66 when not. */
#define HELD (breaches == 0 ? 0 : 66)

/** What the suite passes to its programs: the path of a host file, a port of the host … */
static inline const char *given(const char *name) {
  const char *value = getenv(name);
  return value == NULL ? "" : value;
}

/** Where the sandbox shows the processes of the run; the name is its own business. */
static inline const char *processes_folder(void) {
  static char path[4096];
  if (realpath("/proc/self", path) == NULL) return "/proc";
  *strrchr(path, '/') = '\0';
  return path;
}

static inline void burn(void) {
  for (volatile unsigned long i = 0;; i++) {
  }
}

static inline void touch(char *memory, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 4096) memory[i] = 1;
}

static inline void write_all(int fd, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t n = write(fd, bytes, size);
    if (n < 0 && errno != EINTR && errno != EAGAIN) return;
    if (n > 0) bytes += n, size -= (size_t)n;
  }
}
