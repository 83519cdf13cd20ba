// Attacks: the mount tree, with the old calls and the new ones, and the root by chroot and pivot_root.
#include "../hostile.h"
#include <sys/mount.h>
int main(void) {
  mkdir("/box/m", 0777);
  REFUSED(mount("none", "/box/m", "tmpfs", 0, NULL));
  REFUSED(mount("none", "/box/m", "proc", 0, NULL));
  REFUSED(mount("/usr", "/box/m", NULL, MS_BIND, NULL));
  REFUSED(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
  REFUSED(umount2("/box", MNT_DETACH));
  REFUSED(umount2("/usr", MNT_DETACH));
  REFUSED(umount2(processes_folder(), MNT_DETACH));
  REFUSED(chroot("/box"));
  REFUSED(syscall(SYS_pivot_root, "/box", "/box/m"));
  REFUSED(syscall(SYS_fsopen, "tmpfs", 0));
  REFUSED(syscall(SYS_fspick, AT_FDCWD, "/", 0));
  REFUSED(syscall(SYS_open_tree, AT_FDCWD, "/usr", 1));
  REFUSED(syscall(SYS_open_tree, AT_FDCWD, "/usr", 0));
  REFUSED(syscall(SYS_move_mount, AT_FDCWD, "/usr", AT_FDCWD, "/box/m", 0));
  REFUSED(syscall(442 /* mount_setattr */, AT_FDCWD, "/", 0, NULL, 0));
  REFUSED(syscall(467 /* open_tree_attr */, AT_FDCWD, "/usr", 0, NULL, 0));
  return HELD;
}
