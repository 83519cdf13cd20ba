// The benign program that runs after every hostile one. It prints all it can find in its slot; the suite compares
// that with what it printed in the new slot.
#include "hostile.h"

#include <dirent.h>
#include <sched.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/statfs.h>

static void list(const char *path, int depth) {
  DIR *folder = opendir(path);
  if (folder == NULL) {
    printf("%s: %s\n", path, strerror(errno));
    return;
  }
  int count = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    char inner[4096];
    snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
    if (++count <= 20) printf("%s\n", inner);
    if (entry->d_type == DT_DIR && depth > 0) list(inner, depth - 1);
  }
  printf("%s holds %d\n", path, count);
  closedir(folder);
}

static void folders(void) {
  const char *roots[] = {"/box", "/tmp", "/dev/shm"};
  for (int i = 0; i < 3; i++) {
    struct stat info;
    stat(roots[i], &info);
    list(roots[i], 3);
    printf("%s mode %o owner %d\n", roots[i], info.st_mode, info.st_uid);
  }
  list("/program", 0);
  struct statfs space;
  statfs("/box", &space);
  printf("box uses %ld blocks, %ld files\n", (long)(space.f_blocks - space.f_bfree), (long)(space.f_files - space.f_ffree));
}

static void objects(void) {
  // That they cannot be made is what keeps their ids from counting the runs before.
  printf("SysV: %d %d %d\n", shmget(1, 4096, IPC_CREAT | 0600), semget(1, 1, IPC_CREAT | 0600), msgget(1, IPC_CREAT | 0600));
  struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0witness"};
  int taken = bind(socket(AF_UNIX, SOCK_DGRAM, 0), (struct sockaddr *)&name, offsetof(struct sockaddr_un, sun_path) + 8);
  printf("abstract name: %s\n", taken == 0 ? "free" : strerror(errno));
  // Files of the system are shared with other slots, whose programs may lock them at this moment.
  const char *shared[] = {"/box", "/tmp", "/dev/shm", "/proc/cpuinfo"};
  for (int i = 0; i < 4; i++) {
    int fd = open(shared[i], O_RDONLY);
    printf("%s: %s\n", shared[i], flock(fd, LOCK_EX | LOCK_NB) == 0 ? "free" : strerror(errno));
  }
}

static void self(void) {
  printf("process %d of %d, group %d, session %d, user %d\n", getpid(), getppid(), getpgrp(), getsid(0), getuid());
  FILE *status = fopen("/proc/self/status", "r");
  char line[512];
  const char *kept[] = {"Umask", "NSpid", "Cap", "NoNewPrivs", "Seccomp", "Sig", "Shd", "Cpus_allowed_list", "Mems_allowed_list", "Groups"};
  while (status != NULL && fgets(line, sizeof line, status) != NULL) {
    for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++) {
      if (strncmp(line, kept[i], strlen(kept[i])) == 0) printf("%s", line);
    }
  }
  for (int i = 0; i < RLIM_NLIMITS; i++) {
    struct rlimit limit;
    getrlimit(i, &limit);
    printf("limit %d: %ld %ld\n", i, (long)limit.rlim_cur, (long)limit.rlim_max);
  }
  printf("personality %x, nice %d, policy %d\n", personality(0xffffffff), getpriority(PRIO_PROCESS, 0), sched_getscheduler(0));
  // What the kernel counts for each user must be as free as before.
  int ends[2] = {-1, -1}, queued = 0;
  if (pipe(ends) != 0) printf("no pipe: %s\n", strerror(errno));
  printf("pipes of %d, output of %d, flags %x %x\n", fcntl(ends[0], F_GETPIPE_SZ), fcntl(1, F_GETPIPE_SZ), fcntl(0, F_GETFL), fcntl(1, F_GETFL));
  close(ends[0]), close(ends[1]);
  sigset_t late;
  sigemptyset(&late), sigaddset(&late, SIGRTMIN), sigprocmask(SIG_BLOCK, &late, NULL);
  while (queued < 100 && sigqueue(getpid(), SIGRTMIN, (union sigval){0}) == 0) queued++;
  printf("%d signals queued, timers are late by %d\n", queued, prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0));
  printf("descriptors:");
  for (int fd = 0; fd < 64; fd++) {
    if (fcntl(fd, F_GETFD) >= 0 && fd < 3) printf(" %d", fd);
  }
  printf("\n");
}

static void world(void) {
  char name[65];
  gethostname(name, sizeof name);
  printf("host %s\n", name);
  FILE *mounts = fopen("/proc/self/mountinfo", "r");
  char line[4096], target[2048];
  int count = 0;
  while (mounts != NULL && fgets(line, sizeof line, mounts) != NULL) {
    if (sscanf(line, "%*s %*s %*s %*s %2047s", target) != 1) continue;
    // The processes of this run and of the next may be shown under alternating names.
    if (strncmp(target, "/proc/.pids", 11) == 0) target[11] = '\0';
    count++, printf("mount %s\n", target);
  }
  printf("%d mounts\n", count);
  DIR *list = opendir(processes_folder());
  int processes = 0;
  for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) processes += atoi(entry->d_name) > 0;
  printf("%d processes\n", processes);
}

int main(void) {
  self();
  folders();
  objects();
  world();
  // Memory that an earlier run kept would be missing here.
  const size_t most = 40UL << 20;
  char *memory = mmap(NULL, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 1;
  touch(memory, most);
  printf("memory\n");
  return 0;
}
