// Parts that look around and try what must not be possible. Each prints what it found, one fact a line.
#define _GNU_SOURCE
#include "actor.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int act_status(int argc, char** argv) {
  (void)argc, (void)argv;
  SAY("uid %d gid %d groups %d pid %d\n", getuid(), getgid(), getgroups(0, NULL), getpid());
  FILE* status = fopen("/proc/self/status", "r");
  char line[256];
  while (status != NULL && fgets(line, sizeof line, status) != NULL) {
    if (strncmp(line, "Cap", 3) == 0 || strncmp(line, "NoNewPrivs", 10) == 0 || strncmp(line, "Seccomp", 7) == 0) {
      SAY("%s", line);
    }
  }
  return 0;
}

int act_network(int argc, char** argv) {
  (void)argc, (void)argv;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9)};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  SAY("send %s\n",
      fd >= 0 && sendto(fd, "x", 1, 0, (struct sockaddr*)&address, sizeof address) == 1 ? "sent" : "refused");
  // The kernel's own answer would be another: it knows the family and has no pairs of it.
  int ends[2];
  SAY("pair %s\n", socketpair(AF_INET, SOCK_DGRAM, 0, ends) != 0 && errno == EAFNOSUPPORT ? "refused" : "looked at");
  DIR* devices = opendir("/sys/class/net");
  for (struct dirent* entry; devices != NULL && (entry = readdir(devices)) != NULL;) {
    if (entry->d_name[0] != '.') SAY("device %s\n", entry->d_name);
  }
  return 0;
}

int act_write_outside(int argc, char** argv) {
  (void)argc, (void)argv;
  const char* paths[] = {"/x",
                         "/usr/x",
                         "/etc/x",
                         "/proc/sys/kernel/hostname",
                         "/sys/x",
                         "/dev/x",
                         "/program/x",
                         "/judge/x",
                         "/dev/kmsg",
                         "/dev/mem",
                         "/dev/fuse",
                         "/proc/sysrq-trigger",
                         "/var/x",
                         "/root/x",
                         "/run/x",
                         "/program/actor",
                         "/home/x",
                         "/lib/x",
                         "/sys/fs/cgroup/cgroup.procs"};
  for (unsigned i = 0; i < sizeof paths / sizeof paths[0]; i++) {
    if (open(paths[i], O_CREAT | O_WRONLY, 0666) >= 0) SAY("wrote %s\n", paths[i]);
  }
  SAY("end\n");
  return 0;
}

// A forbidden call either fails or is the caller's end; so each is tried by a child.
static void attempt(const char* name, int (*call)(void)) {
  pid_t pid = fork();
  if (pid == 0) _exit(call() >= 0 ? 42 : 0);
  int status = 0;
  waitpid(pid, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 42) SAY("allowed %s\n", name);
}

static int call_unshare_user(void) { return unshare(CLONE_NEWUSER); }
static int call_unshare_ipc(void) { return unshare(CLONE_NEWIPC); }
static int call_mount(void) { return mount("none", "/box", "tmpfs", 0, NULL); }
static int call_umount(void) { return umount2("/box", MNT_DETACH); }
static int call_chroot(void) { return chroot("/box"); }
static int call_ptrace(void) { return (int)ptrace(PTRACE_TRACEME, 0, NULL, NULL); }
static int call_bpf(void) { return (int)syscall(SYS_bpf, 0, "", 128); }
static int call_perf(void) { return (int)syscall(SYS_perf_event_open, "", 0, -1, -1, 0); }
static int call_io_uring(void) {
  char parameters[256] = {0};
  return (int)syscall(SYS_io_uring_setup, 4, parameters);
}
static int call_keyctl(void) { return (int)syscall(SYS_keyctl, 0, -3, 1); }
static int call_add_key(void) { return (int)syscall(SYS_add_key, "user", "k", "v", 1, -2); }
static int call_userfaultfd(void) { return (int)syscall(SYS_userfaultfd, 1); }
static int call_setns(void) { return setns(open("/proc/self/ns/mnt", O_RDONLY), 0); }
static int call_mknod(void) { return mknod("/box/null", S_IFCHR | 0666, (1 << 8) | 3); }
static int call_setuid(void) { return setuid(0); }
static int call_hostname(void) { return sethostname("x", 1); }
static int call_settime(void) { return clock_settime(0, &(struct timespec){1, 0}); }
static int call_netlink(void) { return socket(AF_NETLINK, SOCK_RAW, 0); }
static int call_packet(void) { return socket(AF_PACKET, SOCK_RAW, 0); }
static int call_vsock(void) { return socket(AF_VSOCK, SOCK_STREAM, 0); }
#ifdef __x86_64__
static int call_32_bit(void) {
  int answer;
  __asm__ volatile("int $0x80" : "=a"(answer) : "a"(20) : "memory");
  return answer;
}
#endif

int act_forbidden(int argc, char** argv) {
  (void)argc, (void)argv;
  attempt("unshare user", call_unshare_user);
  attempt("unshare ipc", call_unshare_ipc);
  attempt("mount", call_mount);
  attempt("umount", call_umount);
  attempt("chroot", call_chroot);
  attempt("ptrace", call_ptrace);
  attempt("bpf", call_bpf);
  attempt("perf_event_open", call_perf);
  attempt("io_uring_setup", call_io_uring);
  attempt("keyctl", call_keyctl);
  attempt("add_key", call_add_key);
  attempt("userfaultfd", call_userfaultfd);
  attempt("setns", call_setns);
  attempt("mknod", call_mknod);
  attempt("setuid", call_setuid);
  attempt("sethostname", call_hostname);
  attempt("clock_settime", call_settime);
  attempt("netlink socket", call_netlink);
  attempt("packet socket", call_packet);
  attempt("vsock socket", call_vsock);
#ifdef __x86_64__
  attempt("32-bit entry", call_32_bit);
#endif
  SAY("end\n");
  return 0;
}

// The processes that can be seen, apart from itself.
int act_processes(int argc, char** argv) {
  (void)argc, (void)argv;
  DIR* entries = opendir("/proc");
  if (entries == NULL) {
    SAY("no /proc\n");
    return 1;
  }
  int seen = 0;
  for (struct dirent* entry; (entry = readdir(entries)) != NULL;) {
    int pid = atoi(entry->d_name);
    if (pid > 1 && pid != getpid()) seen++;
  }
  SAY("%d\n", seen);
  return 0;
}

int act_descriptors(int argc, char** argv) {
  (void)argc, (void)argv;
  for (int fd = 0; fd < 1024; fd++) {
    if (fcntl(fd, F_GETFD) >= 0) SAY("%d ", fd);
  }
  SAY("\n");
  return 0;
}

/** Asks the kernel how much memory there is, as often as wished, and prints the answer: bytes. */
int act_memory(int argc, char** argv) {
  struct sysinfo info;
  for (int i = argc > 1 ? atoi(argv[1]) : 1; i > 0; i--) {
    memset(&info, 0xff, sizeof info);
    if (sysinfo(&info) != 0) return 1;
  }
  const unsigned long total = info.totalram * info.mem_unit, free = info.freeram * info.mem_unit;
  printf("total %lu pages %ld free %s swap %lu processes %u load %lu\n", total,
         sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE), free > 0 && free < total ? "some" : "strange", info.totalswap,
         info.procs, info.loads[0]);
  return 0;
}
