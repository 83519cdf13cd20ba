// Attacks: the process that answers sysinfo(2) in the kernel's place: asks without end from threads that are interrupted, into memory that goes away or is not its own, and dies asking.
#include "../hostile.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <time.h>

static volatile int over;
static volatile unsigned long asked;
static unsigned long limit;
static char *moving;

static void nothing(int unused) { (void)unused; }

static void *ask(void *unused) {
  (void)unused;
  struct sysinfo info;
  while (!over) {
    memset(&info, 0, sizeof info);
    if (sysinfo(&info) == 0 && (info.totalram != limit || info.freeram > limit || info.loads[0] != 0)) BREACH("given %lu", info.totalram);
    sysinfo((struct sysinfo *)moving);
    asked++;
  }
  return NULL;
}

static void *move(void *unused) {
  (void)unused;
  while (!over) {
    munmap(moving, 8192);
    usleep(100);
    mmap(moving, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  }
  return NULL;
}

int main(void) {
  struct sysinfo info;
  if (sysinfo(&info) != 0) BREACH("no answer");
  limit = info.totalram * info.mem_unit;
  unsigned long meminfo_kib = 0;
  FILE *file = fopen("/proc/meminfo", "r");
  if (file == NULL || fscanf(file, "MemTotal: %lu", &meminfo_kib) != 1 || meminfo_kib * 1024 != limit) BREACH("another memory: %lu", limit);

  // Nobody else listens.
  struct sock_filter filter[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF)};
  struct sock_fprog program = {1, filter};
  REFUSED(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program));

  // What is not its own to write stays as it is.
  int tool = open("/usr/bin/env", O_RDONLY);
  char *shared = mmap(NULL, 4096, PROT_READ, MAP_SHARED, tool, 0);
  if (shared != MAP_FAILED) REFUSED(sysinfo((struct sysinfo *)shared));
  char *closed = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(closed + 4096, 4096);
  REFUSED(sysinfo((struct sysinfo *)(closed + 4096 - 8)));
  REFUSED(sysinfo(NULL));
  REFUSED(sysinfo((struct sysinfo *)0xffffffff81000000));
  REFUSED(sysinfo((struct sysinfo *)-8L));

  for (int i = 0; i < 20; i++) {
    pid_t child = fork();
    if (child == 0) while (1) sysinfo(&info);
    usleep(1000);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }

  moving = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  signal(SIGALRM, nothing);
  struct itimerval often = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &often, NULL);
  pthread_t threads[5];
  for (int i = 0; i < 5; i++) pthread_create(&threads[i], NULL, i == 0 ? move : ask, NULL);
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    usleep(10000);
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < 1000);
  over = 1;
  for (int i = 0; i < 5; i++) pthread_join(threads[i], NULL);
  // 256 at once and 200 a second after that, and half a second's worth of patience.
  if (asked > 1000) BREACH("answered %lu times", asked);
  return HELD;
}
