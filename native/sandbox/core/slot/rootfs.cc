#include "slot/rootfs.h"

#include <linux/mount.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "kernel/cgroup.h"
#include "slot/cpu_view.h"

#ifndef OPEN_TREE_CLOEXEC
#define OPEN_TREE_CLOEXEC O_CLOEXEC
#endif
#ifndef AT_RECURSIVE
#define AT_RECURSIVE 0x8000
#endif

namespace sandglass {
namespace {

/** What languages expect of /etc; missing ones are left out. Never the whole folder: it describes the host. */
// clang-format off
const char* const etc_binds[] = {"alternatives", "ld.so.cache",   "ld.so.conf", "ld.so.conf.d", "java-11-openjdk",
                                 "java-17-openjdk", "java-21-openjdk", "java-25-openjdk", "fpc.cfg", "mono", "ghc",
                                 "php",          "python3",       "perl",       "localtime",     "locale.alias",
                                 "mime.types"};
// clang-format on

void make_dir(int root, const char* path, u32 mode = 0755) { must(path, sys::call(SYS_mkdirat, root, path, mode)); }

void make_link(int root, const char* target, const char* path) {
  must(path, sys::call(SYS_symlinkat, target, root, path));
}

void make_file(int root, const std::string& path, std::string_view content, u32 mode = 0644) {
  const Fd fd{must(path.c_str(), sys::call(SYS_openat, root, path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, mode))};
  if (!content.empty()) must("write", sys::call(SYS_write, fd.get(), content.data(), content.size()));
}

Fd new_tmpfs(const char* size, const char* inodes, const char* mode) {
  const Fd context{must("fsopen tmpfs", sys::call(SYS_fsopen, "tmpfs", FSOPEN_CLOEXEC))};
  const auto set = [&](const char* key, const char* value) {
    must("fsconfig tmpfs", sys::call(SYS_fsconfig, context.get(), FSCONFIG_SET_STRING, key, value, 0));
  };
  set("size", size);
  set("nr_inodes", inodes);
  set("mode", mode);
  must("fsconfig tmpfs", sys::call(SYS_fsconfig, context.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0));
  return Fd{must("fsmount tmpfs", sys::call(SYS_fsmount, context.get(), FSMOUNT_CLOEXEC, 0))};
}

void set_attributes(int fd, u64 set, unsigned flags = 0) {
  mount_attr attributes{};
  attributes.attr_set = set;
  // The kernel wants the whole field cleared before an access-time mode is set.
  if ((set & MOUNT_ATTR_NOATIME) != 0) attributes.attr_clr = MOUNT_ATTR__ATIME;
  attributes.propagation = MS_PRIVATE;
  must("mount_setattr", sys::call(SYS_mount_setattr, fd, "", AT_EMPTY_PATH | flags, &attributes, sizeof attributes));
}

void attach(int tree, int root, const char* path) {
  must(path, sys::call(SYS_move_mount, tree, "", root, path, MOVE_MOUNT_F_EMPTY_PATH));
}

/** Copies a host path (following symbolic links) into the new root; a missing one is left out. */
void bind_host(int root, const char* host, const char* target, bool devices = false) {
  const Fd path{sys::call(SYS_openat, AT_FDCWD, host, O_PATH | O_CLOEXEC)};
  if (!path.valid()) return;
  struct stat info {};
  if (fstat(path.get(), &info) != 0) return;
  if (S_ISDIR(info.st_mode)) {
    if (sys::call(SYS_mkdirat, root, target, 0755) < 0) return;
  } else {
    make_file(root, target, "");
  }
  const Fd copy = detached_copy(path.get(), S_ISDIR(info.st_mode), devices);
  attach(copy.get(), root, target);
}

/** /bin, /lib, … are symbolic links on a merged system and folders on others. */
void bind_system(int root) {
  bind_host(root, "/usr", "usr");
  for (const char* path : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    char target[256];
    const long n = sys::call(SYS_readlinkat, AT_FDCWD, path, target, sizeof target - 1);
    if (n > 0) {
      target[n] = '\0';
      make_link(root, target, path + 1);
    } else {
      bind_host(root, path, path + 1);
    }
  }
  make_dir(root, "etc");
  for (const char* name : etc_binds) {
    bind_host(root, (std::string{"/etc/"} + name).c_str(), (std::string{"etc/"} + name).c_str());
  }
}

void write_accounts(int root, u32 uid) {
  const std::string id = std::to_string(uid);
  make_file(root, "etc/passwd",
            "root:x:0:0:root:/root:/usr/sbin/nologin\ncontestant:x:" + id + ":" + id + ":contestant:/box:/bin/sh\n");
  make_file(root, "etc/group", "root:x:0:\ncontestant:x:" + id + ":\n");
  make_file(root, "etc/hosts", "127.0.0.1 localhost\n");
  make_file(root, "etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n");
}

void build_dev(int root) {
  make_dir(root, "dev");
  for (const char* name : {"null", "zero", "full", "random", "urandom"}) {
    bind_host(root, (std::string{"/dev/"} + name).c_str(), (std::string{"dev/"} + name).c_str(), true);
  }
  make_dir(root, "dev/shm");
  make_link(root, "/proc/self/fd", "dev/fd");
  make_link(root, "/proc/self/fd/0", "dev/stdin");
  make_link(root, "/proc/self/fd/1", "dev/stdout");
  make_link(root, "/proc/self/fd/2", "dev/stderr");
}

/** Binds every top-level entry of a chroot image but the folders that are ours. */
void bind_image(int root, const Fd& image) {
  // The image is a detached mount: it is attached at a name nobody else sees, and its folders copied from there.
  make_dir(root, ".image");
  attach(image.get(), root, ".image");
  for (const char* name : {"usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "etc", "opt", "var", "srv"}) {
    const std::string path = std::string{".image/"} + name;
    char target[256];
    const long n = sys::call(SYS_readlinkat, root, path.c_str(), target, sizeof target - 1);
    if (n > 0) {
      target[n] = '\0';
      make_link(root, target, name);
      continue;
    }
    const Fd folder{sys::call(SYS_openat, root, path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)};
    if (!folder.valid()) continue;
    make_dir(root, name);
    const Fd copy = detached_copy(folder.get(), true);
    attach(copy.get(), root, name);
  }
  must("umount image", sys::call(SYS_umount2, ".image", MNT_DETACH));
  sys::call(SYS_unlinkat, root, ".image", AT_REMOVEDIR);
}

void enter_root(int root) {
  // The attached root is the current folder; the old root ends up below it and is let go.
  must("fchdir", sys::call(SYS_fchdir, root));
  must("pivot_root", sys::call(SYS_pivot_root, ".", "."));
  must("umount old root", sys::call(SYS_umount2, ".", MNT_DETACH));
  must("chdir", sys::call(SYS_chdir, "/"));
}

}  // namespace

Fd detached_copy(int path_fd, bool recursive, bool allow_devices) {
  Fd tree{must("open_tree",
               sys::call(SYS_open_tree, path_fd, "",
                         OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH | (recursive ? AT_RECURSIVE : 0)))};
  const u64 attributes = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | (allow_devices ? 0 : MOUNT_ATTR_NODEV);
  set_attributes(tree.get(), attributes, recursive ? AT_RECURSIVE : 0);
  return tree;
}

Rootfs build_rootfs(RootfsOptions options) {
  must("mount private", sys::call(SYS_mount, nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr));
  Rootfs result;
  const Fd hidden = new_tmpfs("4m", "4096", "0755");
  // Attached over an existing folder of this private copy of the host's tree, then made the root.
  attach(hidden.get(), AT_FDCWD, "/tmp");
  must("chdir /tmp", sys::call(SYS_chdir, "/tmp"));
  const Fd root{must("open root", sys::call(SYS_openat, AT_FDCWD, ".", O_DIRECTORY | O_RDONLY | O_CLOEXEC))};

  if (options.image.valid()) {
    bind_image(root.get(), options.image);
  } else {
    bind_system(root.get());
    write_accounts(root.get(), options.uid);
  }
  build_dev(root.get());
  for (const char* name : {"box", "tmp", "program", "judge", "proc", "sys", "root", "run"}) make_dir(root.get(), name);
  make_dir(root.get(), ".scratch", 0700);
  result.meminfo = write_machine_view(root.get(), options.cpus);
  for (const auto& [target, tree] : options.binds) {
    struct stat info {};
    must("fstat", fstat(tree.get(), &info) == 0 ? 0 : -errno);
    must("bind target", make_mount_point(root.get(), target, S_ISDIR(info.st_mode)));
    attach(tree.get(), root.get(), target.c_str() + 1);
  }

  result.writable = Fd{must(
      "open_tree root", sys::call(SYS_open_tree, root.get(), "", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH))};
  enter_root(root.get());
  mount_scratch(options.box_bytes, options.box_inodes);
  // The meminfo descriptor keeps its writability through the detached copy; the attached root becomes read-only.
  result.meminfo =
      Fd{must("open meminfo", sys::call(SYS_openat, result.writable.get(), "proc/meminfo", O_RDWR | O_CLOEXEC))};
  const Fd attached{must("open /", sys::call(SYS_openat, AT_FDCWD, "/", O_PATH | O_CLOEXEC))};
  set_attributes(attached.get(), MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
  return result;
}

void mount_scratch(u64 bytes, u32 inodes) {
  const Fd tmpfs = new_tmpfs(std::to_string(bytes).c_str(), std::to_string(inodes).c_str(), "0700");
  set_attributes(tmpfs.get(), MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOATIME);
  attach(tmpfs.get(), AT_FDCWD, "/.scratch");
  for (const char* name : {"/box", "/tmp", "/dev/shm"}) {
    const std::string inner = std::string{"/.scratch/"} + (std::strcmp(name, "/dev/shm") == 0 ? "shm" : name + 1);
    must("mkdir scratch", sys::call(SYS_mkdirat, AT_FDCWD, inner.c_str(), 0755));
    // Owned by root and sticky: a program can fill it, but not leave a mode, an owner or an attribute on it.
    must("chmod scratch", sys::call(SYS_fchmodat, AT_FDCWD, inner.c_str(), 01777));
    const Fd tree{must("open_tree scratch",
                       sys::call(SYS_open_tree, AT_FDCWD, inner.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC))};
    attach(tree.get(), AT_FDCWD, name);
  }
}

void size_scratch(u64 bytes) {
  const Fd context{
      must("fspick scratch", sys::call(SYS_fspick, AT_FDCWD, "/.scratch", FSPICK_CLOEXEC | FSPICK_SYMLINK_NOFOLLOW))};
  must("size scratch",
       sys::call(SYS_fsconfig, context.get(), FSCONFIG_SET_STRING, "size", std::to_string(bytes).c_str(), 0));
  must("size scratch", sys::call(SYS_fsconfig, context.get(), FSCONFIG_CMD_RECONFIGURE, nullptr, nullptr, 0));
}

void unmount_scratch() {
  for (const char* name : {"/dev/shm", "/tmp", "/box", "/.scratch"}) {
    must("umount scratch", sys::call(SYS_umount2, name, MNT_DETACH));
  }
}

long make_mount_point(int writable_root, const std::string& target, bool folder) {
  // Walks one segment at a time and refuses symbolic links, so that it stays in the root tmpfs.
  Fd at{sys::call(SYS_openat, writable_root, ".", O_DIRECTORY | O_PATH | O_CLOEXEC)};
  std::string_view rest = std::string_view{target}.substr(1);
  while (true) {
    const auto slash = rest.find('/');
    const std::string segment{rest.substr(0, slash)};
    const bool last = slash == std::string_view::npos;
    if (last && !folder) {
      const Fd file{
          sys::call(SYS_openat, at.get(), segment.c_str(), O_CREAT | O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0644)};
      return file.valid() ? 0 : -EEXIST;
    }
    const long made = sys::call(SYS_mkdirat, at.get(), segment.c_str(), 0755);
    if (made < 0 && made != -EEXIST) return made;
    const long next = sys::call(SYS_openat, at.get(), segment.c_str(), O_DIRECTORY | O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (next < 0) return next;
    at = Fd{next};
    if (last) return 0;
    rest.remove_prefix(slash + 1);
  }
}

}  // namespace sandglass
