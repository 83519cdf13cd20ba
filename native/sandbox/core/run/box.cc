#include "run/box.h"

#include <linux/openat2.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>

namespace sandglass {
namespace {

constexpr std::size_t inline_limit = 48 * 1024;
constexpr const char* root_paths[3] = {"/box", "/tmp", "/dev/shm"};
constexpr int deepest = 64;
/** With 48 KiB of payload below the 208 KiB that one message may have by default (net.core.wmem_default). */
constexpr u64 most_name_bytes = 128 * 1024;
/** What a collected file takes in the answer beside its name. */
constexpr u64 entry_bytes = 13;

struct Entry {
  std::string name;
  u8 type;
};

/** Names in a folder; the folder's offset is left at its end. */
std::vector<Entry> list(int folder) {
  struct Dirent64 {
    u64 ino;
    i64 off;
    unsigned short reclen;
    u8 type;
    char name[];
  };
  std::vector<Entry> entries;
  alignas(8) char buffer[8192];
  sys::call(SYS_lseek, folder, 0, SEEK_SET);
  for (long n; (n = sys::call(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;) {
    for (long at = 0; at < n;) {
      const auto* entry = reinterpret_cast<const Dirent64*>(buffer + at);
      if (std::strcmp(entry->name, ".") != 0 && std::strcmp(entry->name, "..") != 0) {
        entries.push_back({entry->name, entry->type});
      }
      at += entry->reclen;
    }
  }
  return entries;
}

Fd open_child_folder(int folder, const char* name) {
  return Fd{sys::call(SYS_openat, folder, name, O_DIRECTORY | O_RDONLY | O_NOFOLLOW | O_CLOEXEC)};
}

bool holds_file_of(int folder, u64 size, u32& budget, int depth) {
  if (depth > 16) return false;
  for (const Entry& entry : list(folder)) {
    if (budget == 0) return false;
    --budget;
    struct stat info {};
    if (fstatat(folder, entry.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISREG(info.st_mode) && static_cast<u64>(info.st_size) >= size) return true;
    if (!S_ISDIR(info.st_mode)) continue;
    const Fd inner = open_child_folder(folder, entry.name.c_str());
    if (inner.valid() && holds_file_of(inner.get(), size, budget, depth + 1)) return true;
  }
  return false;
}

}  // namespace

void Payload::spill() {
  if (large_.valid()) return;
  large_ = Fd{must("memfd", sys::call(SYS_memfd_create, "sandglass-result", MFD_CLOEXEC))};
  if (!small_.empty()) must("memfd write", sys::call(SYS_write, large_.get(), small_.data(), small_.size()));
  small_.clear();
}

void Payload::append(std::span<const u8> bytes) {
  size_ += bytes.size();
  if (!large_.valid() && small_.size() + bytes.size() <= inline_limit) {
    small_.insert(small_.end(), bytes.begin(), bytes.end());
    return;
  }
  spill();
  while (!bytes.empty()) {
    const long n = must("memfd write", sys::call(SYS_write, large_.get(), bytes.data(), bytes.size()));
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

u64 Payload::append_file(int fd, u64 limit) {
  u64 copied = 0;
  if (limit > inline_limit / 4) {
    spill();
    while (copied < limit) {
      const long n = must("memfd copy", sys::call(SYS_sendfile, large_.get(), fd, nullptr, limit - copied));
      if (n == 0) break;
      copied += static_cast<u64>(n);
    }
    size_ += copied;
    return copied;
  }
  u8 buffer[4096];
  while (copied < limit) {
    const u64 want = std::min<u64>(sizeof buffer, limit - copied);
    const long n = must("read file", sys::call(SYS_read, fd, buffer, want));
    if (n == 0) break;
    append({buffer, static_cast<std::size_t>(n)});
    copied += static_cast<u64>(n);
  }
  return copied;
}

void Payload::clear() {
  small_.clear();
  large_.reset();
  size_ = 0;
}

void Box::open() {
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    roots_[i] = Fd{must(root_paths[i], sys::call(SYS_openat, AT_FDCWD, root_paths[i],
                                                 O_DIRECTORY | O_RDONLY | O_NOFOLLOW | O_CLOEXEC))};
  }
  note_fresh();
}

void Box::close() {
  for (Fd& root : roots_) root.reset();
}

u64 Box::used_inodes() const {
  struct statfs64 info {};
  if (sys::call(SYS_fstatfs, roots_[0].get(), &info) < 0) return ~0ULL;
  return static_cast<u64>(info.f_files - info.f_ffree);
}

void Box::note_fresh() {
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    struct stat info {};
    fstat(roots_[i].get(), &info);
    fresh_[i] = {info.st_ctim.tv_sec, info.st_ctim.tv_nsec};
  }
  fresh_inodes_ = used_inodes();
  last_number_ = take_inode_number();
}

bool Box::has_file_of(u64 size) {
  if (pristine()) return false;
  u32 budget = 4096;
  for (const Fd& root : roots_) {
    if (holds_file_of(root.get(), size, budget, 0)) return true;
  }
  return false;
}

u64 Box::take_inode_number() const {
  const Fd file{sys::call(SYS_openat, roots_[0].get(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600)};
  struct stat info {};
  return file.valid() && fstat(file.get(), &info) == 0 ? info.st_ino : 0;
}

bool Box::pristine() {
  // A file that never had a name (O_TMPFILE) changes nothing but the counter of inode numbers, which the next run could read.
  if (take_inode_number() != ++last_number_) return false;
  // Any change below changes a count or the change time of one of the three folders, and the latter cannot be set.
  if (used_inodes() != fresh_inodes_) return false;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    struct stat info {};
    fstat(roots_[i].get(), &info);
    if (info.st_ctim.tv_sec != fresh_[i].seconds || info.st_ctim.tv_nsec != fresh_[i].nanoseconds) return false;
  }
  return true;
}

Fd Box::open_inner(const std::string& path, int flags) const {
  open_how how{};
  how.flags = static_cast<u64>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV;
  return Fd{sys::call(SYS_openat2, roots_[0].get(), path.c_str(), &how, sizeof how, filter_key)};
}

void Box::put(const FileRequest& file, int fd) {
  int at = roots_[0].get();
  Fd folder;
  std::string_view rest = file.path;
  for (auto slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
    const std::string segment{rest.substr(0, slash)};
    const long made = sys::call(SYS_mkdirat, at, segment.c_str(), 0755);
    if (made < 0 && made != -EEXIST) must("mkdir in box", made);
    Fd next = open_child_folder(at, segment.c_str());
    if (!next.valid()) throw Failure{"open folder in box", ENOTDIR};
    if (made == 0) must("chown in box", sys::call(SYS_fchown, next.get(), uid_, uid_));
    folder = std::move(next);
    at = folder.get();
    rest.remove_prefix(slash + 1);
  }
  const std::string name{rest};
  const Fd target{must("create in box", sys::call(SYS_openat, at, name.c_str(),
                                                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600))};
  for (auto bytes = file.bytes; !bytes.empty();) {
    const long n = must("write in box", sys::call(SYS_write, target.get(), bytes.data(), bytes.size()));
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  while (fd >= 0 && must("copy into box", sys::call(SYS_sendfile, target.get(), fd, nullptr, 1U << 30)) > 0) {
  }
  must("chown in box", sys::call(SYS_fchown, target.get(), uid_, uid_));
  must("chmod in box", sys::call(SYS_fchmod, target.get(), file.mode));
}

void Box::collect(const CollectRequest& request, bool required, Payload& payload, std::vector<Collected>& out) {
  // O_NONBLOCK: a fifo must not stop the supervisor.
  const Fd file = open_inner(request.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  struct stat info {};
  if (!file.valid() || fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
    if (!required) return;
    throw Failure{"collect", ENOENT};
  }
  const auto size = static_cast<u64>(info.st_size);
  if (size > request.max_bytes) {
    out.push_back({request.path, size, true});
    return;
  }
  const u64 copied = payload.append_file(file.get(), size);
  out.push_back({request.path, copied, false});
}

void Box::walk(int folder, const std::string& prefix, int depth, const TreeRequest& request, Budget& left,
               Payload& payload, std::vector<Collected>& out) {
  if (depth > deepest) return;
  for (const Entry& entry : list(folder)) {
    const std::string path = prefix.empty() ? entry.name : prefix + "/" + entry.name;
    const Fd child{
        sys::call(SYS_openat, folder, entry.name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
    struct stat info {};
    if (!child.valid() || fstat(child.get(), &info) != 0) continue;
    if (S_ISDIR(info.st_mode)) {
      walk(child.get(), path, depth + 1, request, left, payload, out);
    } else if (S_ISREG(info.st_mode)) {
      const auto size = static_cast<u64>(info.st_size);
      const u64 name = path.size() + entry_bytes;
      if (name > left.names) {
        // One that says so, and none after it.
        if (left.names > 0) out.push_back({"(more names than fit)", size, true});
        left.names = 0;
        return;
      }
      left.names -= name;
      if (size > left.bytes || out.size() >= request.max_files) {
        out.push_back({path, size, true});
        if (out.size() > request.max_files + 16U) return;
        continue;
      }
      const u64 copied = payload.append_file(child.get(), size);
      left.bytes -= copied;
      out.push_back({path, copied, false});
    }
  }
}

void Box::collect_tree(const TreeRequest& request, Payload& payload, std::vector<Collected>& out) {
  const Fd folder = open_inner(request.path, O_RDONLY | O_DIRECTORY);
  if (!folder.valid()) return;
  Budget left{request.max_bytes, most_name_bytes};
  walk(folder.get(), "", 0, request, left, payload, out);
}

}  // namespace sandglass
