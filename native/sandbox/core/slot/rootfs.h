// The slot's own view of the file system, built once.
//
// Guarantees: everything but /box, /tmp and /dev/shm is read-only, nosuid; there are no device nodes but null, zero,
// full, random and urandom; /proc and /sys hold only files written by us (machine size as the slot may see it) and,
// under /proc/.pids, the processes of the current run; nothing of the host is reachable that was not bound.
#pragma once
#include <string>
#include <vector>

#include "kernel/sys.h"
#include "wire/protocol.h"

namespace sandglass {

struct RootfsOptions {
  /** Detached mount of the chroot image; invalid: the host's toolchains. */
  Fd image;
  /** Detached read-only mounts and where they go. */
  std::vector<std::pair<std::string, Fd>> binds;
  u64 box_bytes;
  u32 box_inodes;
  std::vector<u32> cpus;
  u32 uid;
};

struct Rootfs {
  /** Writable handle of the root tmpfs, not attached anywhere: mount points are made through it. */
  Fd writable;
  /** /proc/meminfo, open for writing. */
  Fd meminfo;
};

/** A detached, read-only, nosuid, nodev copy of the tree at an O_PATH descriptor of the current mount namespace. */
Fd detached_copy(int path_fd, bool recursive, bool allow_devices = false);

/** Builds the tree and makes it the root of the calling process, which must be in a mount namespace of its own. */
Rootfs build_rootfs(RootfsOptions options);

/** Writes what /proc/meminfo says: a machine with `bytes` of memory. */
void write_meminfo(int fd, u64 bytes);

/** Mounts a fresh scratch tmpfs behind /box, /tmp and /dev/shm. */
void mount_scratch(u64 bytes, u32 inodes);
/** Changes what the mounted scratch may hold; it must hold less than that already. */
void size_scratch(u64 bytes);
/** Takes the scratch away again. */
void unmount_scratch();

/** Makes `target` (folders or an empty file) in the root tmpfs. −errno when it would leave it. */
long make_mount_point(int writable_root, const std::string& target, bool folder);

}  // namespace sandglass
