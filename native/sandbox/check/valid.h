// One valid message of each kind, with every optional part: what the fuzzers start from. The one place beside
// core/wire/protocol.cc and src/protocol.ts that knows the format.
#pragma once
#include "wire/protocol.h"

namespace sandglass {

/** Descriptors that `valid_run` refers to: the input, a folder, a bind, a file for the box. */
inline constexpr std::size_t valid_run_descriptors = 4;

struct RunShape {
  u32 id = 7;
  std::vector<std::string> argv{"/bin/cat", "-"};
  std::string cwd = "/box";
  u64 cpu_us = 1'000'000, wall_us = 2'000'000, memory_bytes = 64 << 20, file_bytes = 1 << 20, box_bytes = 0,
      stack_bytes = 8 << 20;
  u32 processes = 8, open_files = 64;
  /** 0 nothing, 1 descriptor, 2 bytes, 3 a pipe to another run. */
  u8 in = 1;
  u32 in_descriptor = 0;
  /** 0 discarded, 1 into a descriptor, 2 captured; standard error also 3, as standard output; output also 4, a pipe. */
  u8 out = 2, err = 3;
  u32 out_descriptor = 0, err_descriptor = 0;
  /** ~0: none. */
  u32 program = 1;
  std::vector<std::pair<std::string, u32>> binds{{"/judge/in", 2}};
  std::vector<std::pair<std::string, u32>> files{{"a/b", 3}};
  std::vector<std::string> collect{"out"};
  bool tree = true;
  /** The pipes to and from an interactor. */
  std::optional<std::pair<u32, u32>> exchange;
};

inline void put_output(Writer& w, u8 to, u32 descriptor) {
  w.byte(to);
  w.put_u64(100'000);
  if (to == 1 || to == 4) w.put_u32(descriptor);
  if (to == 2) w.put_u64(1000);
}

inline std::vector<u8> run_message(const RunShape& s) {
  Writer w;
  w.put_u32(static_cast<u32>(Kind::run));
  w.put_u32(s.id);
  for (const u64 limit : {s.cpu_us, s.wall_us, s.memory_bytes, s.file_bytes, s.box_bytes, s.stack_bytes})
    w.put_u64(limit);
  w.put_u32(s.processes);
  w.put_u32(s.open_files);
  w.put_u32(0);  // nice
  w.text(s.cwd);
  w.put_u32(static_cast<u32>(s.argv.size()));
  for (const auto& a : s.argv) w.text(a);
  w.put_u32(1);
  w.text("PATH=/usr/bin:/bin");
  w.byte(s.in);
  if (s.in == 1 || s.in == 3) w.put_u32(s.in_descriptor);
  if (s.in == 2) w.text("what the program reads\n");
  put_output(w, s.out, s.out_descriptor);
  put_output(w, s.err, s.err_descriptor);
  w.put_u32(s.program);
  w.put_u32(static_cast<u32>(s.binds.size()));
  for (const auto& [target, descriptor] : s.binds) {
    w.text(target);
    w.put_u32(descriptor);
  }
  w.put_u32(static_cast<u32>(s.files.size()));
  for (const auto& [path, descriptor] : s.files) {
    w.text(path);
    w.put_u32(0644);
    w.put_u32(descriptor);
    w.text(descriptor == ~0U ? "its bytes" : "");
  }
  w.put_u32(static_cast<u32>(s.collect.size()));
  for (const auto& path : s.collect) {
    w.text(path);
    w.put_u64(100'000);
    w.byte(1);
  }
  w.byte(s.tree ? 1 : 0);
  if (s.tree) {
    w.text(".");
    w.put_u64(100'000);
    w.put_u32(3);
  }
  w.byte(s.exchange ? 1 : 0);
  if (s.exchange) {
    w.put_u32(s.exchange->first);
    w.put_u32(s.exchange->second);
    w.put_u64(1000);       // of transcript
    w.put_u64(2'000'000);  // the interactor's time
    w.put_u64(100'000);    // and its output
    w.put_u64(50'000);     // grace
  }
  return {w.bytes().begin(), w.bytes().end()};
}

/** A run that talks to an interactor through descriptors 0 and 1. */
inline RunShape exchange_shape() {
  RunShape s;
  s.argv = {"/bin/cat"};
  s.in = s.out = 0;
  s.err = 2;
  s.program = ~0U;
  s.binds.clear();
  s.files.clear();
  s.collect.clear();
  s.tree = false;
  s.exchange = {0, 1};
  return s;
}

inline std::vector<u8> slot_message(u32 id, u32 ordinal, u32 uid_base, bool with_image = false) {
  Writer w;
  w.put_u32(static_cast<u32>(Kind::make_slot));
  w.put_u32(id);
  w.put_u32(ordinal);
  w.put_u32(uid_base);
  w.put_u64(8 << 20);
  w.put_u32(256);
  w.put_u32(0);  // any CPU
  w.put_u32(0);  // any memory node
  w.put_u32(with_image ? 0 : ~0U);
  w.put_u32(with_image ? 1 : 0);
  if (with_image) {
    w.text("/judge/always");
    w.put_u32(1);
  }
  return {w.bytes().begin(), w.bytes().end()};
}

}  // namespace sandglass
