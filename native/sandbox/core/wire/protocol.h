// What a client may ask of a slot, decoded. No policy: numbers, names and descriptors.
//
// Guarantees: every number is bounded (the borders are in protocol.cc); `decode_run` accepts only complete, bounded requests; every descriptor index refers to a descriptor that
// came with the message; box paths are relative and free of "..", bind targets absolute and free of "..".
#pragma once
#include <optional>
#include <string>

#include "wire/wire.h"

namespace sandglass {

/** "SG" and a number that rises with every change of what is said; src/protocol.ts has the same. */
inline constexpr u32 protocol_version = 0x5347'0007;

enum class Kind : u32 {
  run = 1,
  cancel = 2,
  close = 3,
  inspect = 4,
  interactor_waits = 5,
  make_slot = 10,
  probe = 11,
  host_view = 12
};
enum class Reply : u32 {
  ready = 1,
  result = 2,
  failure = 3,
  inspection = 4,
  silence = 5,
  slot = 10,
  probe = 11,
  host_view = 12
};

struct Input {
  /** `pipe`: to another run; the program gets the descriptor as it is. */
  enum class From : u8 { nothing, descriptor, bytes, pipe } from = From::nothing;
  int fd = -1;
  std::span<const u8> bytes;
};

struct Output {
  /** `pipe`: to another run; of standard output only. */
  enum class To : u8 { nothing, descriptor, capture, same_as_stdout, pipe } to = To::nothing;
  int fd = -1;
  u64 capture_bytes = 0;
  u64 limit_bytes = 0;
};

struct BindRequest {
  std::string target;
  int fd = -1;
};

struct FileRequest {
  std::string path;
  u32 mode = 0644;
  int fd = -1;
  std::span<const u8> bytes;
};

struct CollectRequest {
  std::string path;
  u64 max_bytes = 0;
  bool optional = false;
};

struct TreeRequest {
  std::string path;
  u64 max_bytes = 0;
  u32 max_files = 0;
};

/** Slots of one broker, and so the width of its range of user ids. */
inline constexpr u32 most_slots = 4096;
/** A slot's two users differ by this bit: slots have numbers up to 255, and from 512 on beside another. */
inline constexpr u32 other_user = 256;

struct RunLimits {
  u64 cpu_us = 0;
  u64 wall_us = 0;
  u64 memory_bytes = 0;
  u64 file_bytes = 0;
  /** Of the box, /tmp and /dev/shm together; 0: as the slot was made. */
  u64 box_bytes = 0;
  u64 stack_bytes = 0;
  u32 processes = 0;
  u32 open_files = 0;
};

/** The run is a program that talks to an interactor in another slot, through two pipes whose near ends come along. */
struct ExchangeRequest {
  int to_interactor = -1, from_interactor = -1;
  u64 transcript_bytes = 0;
  u64 interactor_wall_us = 0;
  u64 interactor_output = 0;
  u64 grace_us = 0;
};

struct RunRequest {
  u32 id = 0;
  RunLimits limits;
  i32 nice = 0;
  std::string cwd;
  std::vector<std::string> argv;
  std::vector<std::string> env;
  Input in;
  Output out;
  Output err;
  int program_fd = -1;
  std::vector<BindRequest> binds;
  std::vector<FileRequest> files;
  std::vector<CollectRequest> collect;
  std::optional<TreeRequest> tree;
  std::optional<ExchangeRequest> exchange;
};

struct SlotRequest {
  u32 id = 0;
  u32 ordinal = 0;
  u32 uid_base = 0;
  u64 box_bytes = 0;
  u32 box_inodes = 0;
  std::vector<u32> cpus;
  std::vector<u32> memory_nodes;
  int rootfs_fd = -1;
  std::vector<BindRequest> binds;
};

/** The kind of a message; nothing when it is too short. */
std::optional<Kind> kind_of(std::span<const u8> bytes);

/** `descriptors` is the number that came along; `refused` learns the name of the field that is out of bounds. Views in the result point into `bytes`. */
std::optional<RunRequest> decode_run(std::span<const u8> bytes, std::size_t descriptors,
                                     const char** refused = nullptr);
std::optional<SlotRequest> decode_slot(std::span<const u8> bytes, std::size_t descriptors,
                                       const char** refused = nullptr);

/** True for a path below a folder that cannot leave it by its spelling. */
bool is_inner_path(std::string_view path);
/** True for an absolute, normalised path that is not the root itself. */
bool is_target_path(std::string_view path);
/** True for a path at or below a folder that is the system's or the sandbox's own, where nobody may mount anything. */
bool is_system_path(std::string_view path, bool slot);

}  // namespace sandglass
