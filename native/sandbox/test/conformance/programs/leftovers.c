// Parts that leave something behind, and one that looks for what an earlier run left.
#define _GNU_SOURCE
#include "actor.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

enum { key = 0x5a4d };

// Leaves a process of another session and parent behind, its standard streams still open.
int act_daemon(int argc, char** argv) {
  (void)argc, (void)argv;
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      for (;;) pause();
    }
    _exit(0);
  }
  SAY("started\n");
  return 0;
}

static int abstract_socket(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0sandglass-leftover"};
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  return bind(fd, (struct sockaddr*)&address, sizeof address);
}

// Locks what every run of the slot sees (a device is the whole host's, and others test beside us); 0 when each lock was free.
static int lock_all(void) {
  const char* shared[] = {"/program/actor", "/program", "/"};
  for (unsigned i = 0; i < sizeof shared / sizeof shared[0]; i++) {
    if (flock(open(shared[i], O_RDONLY), LOCK_EX | LOCK_NB) != 0) return -1;
  }
  return 0;
}

// In the user's keyring (-4) and the session's (-3): KEYCTL_SEARCH is 10.
static long plant_key(int ring) { return syscall(SYS_add_key, "user", "sandglass-leftover", "left", 4, ring); }
static long find_key(int ring) { return syscall(SYS_keyctl, 10, ring, "user", "sandglass-leftover", 0); }

// Prints what it could leave: then a later "nothing found" means something.
int act_plant(int argc, char** argv) {
  (void)argc, (void)argv;
  int segment = shmget(key, 4096, IPC_CREAT | 0666);
  if (segment >= 0) {
    strcpy(shmat(segment, NULL, 0), "leftover");
    SAY("shm ");
  }
  if (semget(key, 1, IPC_CREAT | 0666) >= 0) SAY("sem ");
  if (msgget(key, IPC_CREAT | 0666) >= 0) SAY("msg ");
  if (mq_open("/sandglass-leftover", O_CREAT | O_RDWR, 0666, NULL) >= 0) SAY("mqueue ");
  if (shm_open("/sandglass-leftover", O_CREAT | O_RDWR, 0666) >= 0) SAY("devshm ");
  if (creat("/tmp/sandglass-leftover", 0666) >= 0) SAY("tmp ");
  if (creat("/box/sandglass-leftover", 0666) >= 0) SAY("box ");
  // As deep as a path allows, unreadable, and hidden.
  if (mkdir("/box/.deep", 0700) == 0 && chdir("/box/.deep") == 0) {
    char name[201];
    memset(name, 'd', 200);
    name[200] = 0;
    int depth = 0;
    while (depth < 40 && mkdir(name, 0700) == 0 && chdir(name) == 0) depth++;
    chmod("/box/.deep", 0);
    if (depth == 40) SAY("deep ");
  }
  if (plant_key(-3) >= 0 || plant_key(-4) >= 0) SAY("key ");
  if (lock_all() == 0) SAY("lock ");
  if (abstract_socket() == 0 && fork() == 0) {
    for (;;) pause();
  }
  SAY("socket\n");
  return 0;
}

static void list(const char* folder) {
  DIR* entries = opendir(folder);
  if (entries == NULL) return;
  for (struct dirent* entry; (entry = readdir(entries)) != NULL;) {
    if (strstr(entry->d_name, "leftover") != NULL || strcmp(entry->d_name, ".deep") == 0) {
      SAY("%s/%s ", folder, entry->d_name);
    }
  }
  closedir(entries);
}

int act_find(int argc, char** argv) {
  (void)argc, (void)argv;
  if (shmget(key, 0, 0) >= 0) SAY("shm ");
  if (semget(key, 0, 0) >= 0) SAY("sem ");
  if (msgget(key, 0) >= 0) SAY("msg ");
  if (mq_open("/sandglass-leftover", O_RDONLY) >= 0) SAY("mqueue ");
  list("/dev/shm");
  list("/tmp");
  list("/box");
  if (find_key(-3) >= 0 || find_key(-4) >= 0) SAY("key ");
  if (lock_all() != 0) SAY("lock ");
  if (abstract_socket() != 0) SAY("socket ");
  SAY("end\n");
  return 0;
}

static const char* const scratch[] = {"/box", "/tmp", "/dev/shm"};

// Uses up what the kernel counts, and takes all of it back, as far as it can be taken back.
int act_advance(int argc, char** argv) {
  (void)argc, (void)argv;
  for (int i = 0; i < 37; i++) {
    for (int n = 0; n < 3; n++) {
      close(open(scratch[n], O_TMPFILE | O_WRONLY, 0600));
    }
    shmctl(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600), IPC_RMID, NULL);
    semctl(semget(IPC_PRIVATE, 1, IPC_CREAT | 0600), 0, IPC_RMID);
    msgctl(msgget(IPC_PRIVATE, IPC_CREAT | 0600), IPC_RMID, NULL);
    if (fork() == 0) _exit(0);
  }
  return 0;
}

// Prints the numbers that the kernel would give out next.
int act_counters(int argc, char** argv) {
  (void)argc, (void)argv;
  for (int n = 0; n < 3; n++) {
    struct stat info = {0};
    fstat(open(scratch[n], O_TMPFILE | O_WRONLY, 0600), &info);
    SAY("%s %lu ", scratch[n], (unsigned long)info.st_ino);
  }
  SAY("shm %d sem %d msg %d ", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600), semget(IPC_PRIVATE, 1, IPC_CREAT | 0600),
      msgget(IPC_PRIVATE, IPC_CREAT | 0600));
  int child = fork();
  if (child == 0) _exit(0);
  SAY("process %d\n", child);
  return 0;
}
