// The writable part of a slot: files in, files out, and the proof that nothing stays.
//
// Guarantees: no path is followed through a symbolic link or out of the box; `pristine` answers true only when the
// scratch is exactly as it was when it was fresh, its counter of inode numbers included. Any other is exchanged: a deleted
// file has still used up a number, by which a run could pass something on to the next.
#pragma once
#include <array>
#include <string>

#include "wire/protocol.h"

namespace sandglass {

/** Bytes that go back with a result: in memory while they are few, else in a memfd. */
class Payload {
 public:
  void append(std::span<const u8> bytes);
  /** Copies up to `limit` bytes of a file; returns how many. */
  u64 append_file(int fd, u64 limit);
  void clear();
  [[nodiscard]] const std::vector<u8>& inline_bytes() const { return small_; }
  [[nodiscard]] int memfd() const { return large_.get(); }
  [[nodiscard]] u64 size() const { return size_; }

 private:
  void spill();
  std::vector<u8> small_;
  Fd large_;
  u64 size_ = 0;
};

struct Collected {
  std::string path;
  u64 bytes = 0;
  bool too_large = false;
};

class Box {
 public:
  explicit Box(u32 uid) : uid_(uid) {}

  /** Opens the scratch that is mounted now and notes what "fresh" looks like. */
  void open();
  /** Lets go of it: who unmounts it then frees what it held. */
  void close();
  void put(const FileRequest& file, int fd);
  /** Takes one regular file; Failure when it is `required` and there is none. */
  void collect(const CollectRequest& request, bool required, Payload& payload, std::vector<Collected>& out);
  void collect_tree(const TreeRequest& request, Payload& payload, std::vector<Collected>& out);
  /** Whether a file in the scratch has reached `size`: the mark of a program that ran into RLIMIT_FSIZE. */
  [[nodiscard]] bool has_file_of(u64 size);
  /** The scratch has not been touched since it was opened; false: it must be exchanged. */
  [[nodiscard]] bool pristine();

 private:
  void note_fresh();
  [[nodiscard]] u64 used_inodes() const;
  /** The number that the next new file gets, and uses it up; 0 when there can be none. */
  [[nodiscard]] u64 take_inode_number() const;
  Fd open_inner(const std::string& path, int flags) const;
  struct Budget {
    u64 bytes;
    /** Of names, which travel in the answer: a message has a largest size. */
    u64 names;
  };
  void walk(int folder, const std::string& prefix, int depth, const TreeRequest& request, Budget& left,
            Payload& payload, std::vector<Collected>& out);
  u32 uid_;
  std::array<Fd, 3> roots_;
  struct Stamp {
    i64 seconds;
    i64 nanoseconds;
  };
  std::array<Stamp, 3> fresh_{};
  u64 fresh_inodes_ = 0, last_number_ = 0;
};

}  // namespace sandglass
