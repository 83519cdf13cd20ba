// Attacks: the kernel's memory and switches through files: kcore, kallsyms, kmsg, sysrq, mem, port, cgroups, securityfs.
#include "../hostile.h"
int main(void) {
  const char *files[] = {"/proc/1/mem",          "/proc/1/environ",       "/proc/1/maps",        "/proc/1/root/",
                         "/proc/1/cwd/",         "/proc/1/fd/0",          "/proc/1/stat",        "/proc/kcore",
                         "/proc/kallsyms",       "/proc/kmsg",            "/proc/sysrq-trigger", "/proc/keys",
                         "/proc/key-users",      "/proc/timer_list",      "/proc/sched_debug",   "/proc/slabinfo",
                         "/proc/config.gz",      "/proc/cmdline",         "/proc/iomem",         "/proc/ioports",
                         "/proc/modules",        "/proc/net/tcp",         "/proc/net/unix",      "/proc/partitions",      "/proc/diskstats",     "/proc/interrupts",
                         "/proc/locks",          "/proc/vmallocinfo",     "/proc/pagetypeinfo",  "/proc/swaps",
                         "/proc/pressure/cpu",   "/proc/fs/ext4",         "/proc/acpi",          "/proc/scsi",
                         "/dev/mem",             "/dev/kmem",             "/dev/port",           "/dev/kmsg",
                         "/dev/fuse",            "/dev/kvm",              "/dev/net/tun",        "/dev/mqueue",
                         "/dev/pts",             "/dev/ptmx",             "/dev/tty",            "/dev/console",
                         "/dev/loop-control",    "/dev/userfaultfd",      "/dev/vsock",          "/dev/sda",
                         "/dev/vda",             "/sys/fs/cgroup",        "/sys/kernel/debug",   "/sys/kernel/security",
                         "/sys/kernel/tracing",  "/sys/firmware",         "/sys/class/net",      "/sys/class/dmi/id/product_uuid",
                         "/sys/module",          "/sys/power/state",      "/sys/kernel/notes",   "/sys/devices/virtual"};
  for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
    if (open(files[i], O_RDONLY | O_NONBLOCK) >= 0) BREACH("opened %s", files[i]);
    if (open(files[i], O_WRONLY | O_NONBLOCK) >= 0) BREACH("opened %s for writing", files[i]);
  }
  return HELD;
}
