#include "wire/protocol.h"

namespace sandglass {
namespace {

constexpr u32 no_descriptor = 0xffffffff;
/** What is captured lies in the supervisor's memory until the answer. */
constexpr u64 most_captured_bytes = 256ULL << 20;
constexpr u64 most_transcript_bytes = 8 << 20;

/** Every segment non-empty and neither "." nor "..". */
bool segments_are_plain(std::string_view path) {
  while (true) {
    const auto slash = path.find('/');
    const auto segment = path.substr(0, slash);
    if (segment.empty() || segment == "." || segment == ".." || segment.size() > 255) return false;
    if (slash == std::string_view::npos) return true;
    path.remove_prefix(slash + 1);
  }
}

class Descriptors {
 public:
  Descriptors(Reader& reader, std::size_t count) : reader_(reader), count_(count) {}
  /** An index that must exist. */
  int required() {
    const u32 i = reader_.get_u32();
    if (i >= count_) {
      reader_.fail();
      return -1;
    }
    return static_cast<int>(i);
  }
  int maybe() {
    const u32 i = reader_.get_u32();
    if (i == no_descriptor) return -1;
    if (i >= count_) reader_.fail();
    return static_cast<int>(i);
  }

 private:
  Reader& reader_;
  std::size_t count_;
};

Input decode_input(Reader& r, Descriptors& fds) {
  Input in;
  const u8 from = r.byte();
  if (from > 3) r.fail();
  in.from = static_cast<Input::From>(from);
  if (in.from == Input::From::descriptor || in.from == Input::From::pipe) in.fd = fds.required();
  if (in.from == Input::From::bytes) in.bytes = r.block();
  return in;
}

Output decode_output(Reader& r, Descriptors& fds, Output::To special) {
  Output out;
  const u8 to = r.byte();
  if (to > static_cast<u8>(Output::To::capture) && to != static_cast<u8>(special)) r.fail();
  out.to = static_cast<Output::To>(to);
  out.limit_bytes = r.get_u64();
  if (out.to == Output::To::descriptor || out.to == Output::To::pipe) out.fd = fds.required();
  if (out.to == Output::To::capture) out.capture_bytes = r.get_u64();
  if (out.capture_bytes > most_captured_bytes) r.fail("captureBytes");
  return out;
}

std::string inner_path(Reader& r, const char* field) {
  std::string path{r.text()};
  if (!is_inner_path(path)) r.fail(field);
  return path;
}

std::vector<BindRequest> decode_binds(Reader& r, Descriptors& fds, bool slot) {
  std::vector<BindRequest> binds;
  for (u32 i = 0, n = r.count(64, slot ? "extraBinds" : "binds"); i < n && r.ok(); ++i) {
    BindRequest bind;
    bind.target = r.text();
    if (!is_target_path(bind.target) || is_system_path(bind.target, slot))
      r.fail(slot ? "extraBinds.target" : "binds.target");
    bind.fd = fds.required();
    binds.push_back(std::move(bind));
  }
  return binds;
}

/** Its pipes are taken out of the message: nothing else may name them. */
ExchangeRequest decode_exchange(Reader& r, Descriptors& fds, const RunRequest& q) {
  ExchangeRequest x;
  x.to_interactor = fds.required();
  x.from_interactor = fds.required();
  x.transcript_bytes = r.get_u64();
  x.interactor_wall_us = r.get_u64();
  x.interactor_output = r.get_u64();
  x.grace_us = r.get_u64();
  if (x.to_interactor == x.from_interactor || q.in.from != Input::From::nothing || q.out.to != Output::To::nothing ||
      q.err.to == Output::To::same_as_stdout) {
    r.fail();
  }
  if (x.transcript_bytes > most_transcript_bytes || x.interactor_wall_us == 0 ||
      x.interactor_wall_us > 1'000'000'000'000 || x.grace_us > 1'000'000'000'000) {
    r.fail();
  }
  return x;
}

void check_limits(Reader& r, const RunRequest& q) {
  const RunLimits& l = q.limits;
  constexpr u64 most_us = 1'000'000'000'000;
  if (l.cpu_us == 0 || l.cpu_us > most_us) r.fail("limits.cpuUs");
  if (l.wall_us == 0 || l.wall_us > most_us) r.fail("limits.wallUs");
  if (l.memory_bytes == 0 || l.memory_bytes > 1ULL << 46) r.fail("limits.memoryBytes");
  if (l.box_bytes != 0 && (l.box_bytes < 65536 || l.box_bytes > 1ULL << 40)) r.fail("limits.boxBytes");
  if (l.processes == 0 || l.processes > 1U << 20) r.fail("limits.processes");
  if (l.open_files < 3 || l.open_files > 1U << 20) r.fail("limits.openFiles");
  if (q.nice < -20 || q.nice > 19) r.fail("nice");
}

}  // namespace

bool is_system_path(std::string_view path, bool slot) {
  const auto end = path.find('/', 1);
  const std::string_view first = path.substr(1, end == std::string_view::npos ? end : end - 1);
  const bool top = end == std::string_view::npos;
  if (first.starts_with('.')) return true;
  for (const char* own : {"proc", "sys", "dev", "box", "tmp", "program"}) {
    if (first == own) return true;
  }
  for (const char* system : {"usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "etc"}) {
    // A slot may be given more of /etc and the like; a run, which is made of a package's data, may not.
    if (first == system) return top || !slot;
  }
  return false;
}

bool is_inner_path(std::string_view path) { return !path.empty() && path.size() < 4096 && segments_are_plain(path); }

bool is_target_path(std::string_view path) {
  return path.size() > 1 && path.size() < 1024 && path[0] == '/' && segments_are_plain(path.substr(1));
}

std::optional<Kind> kind_of(std::span<const u8> bytes) {
  Reader r{bytes};
  const u32 kind = r.get_u32();
  if (!r.ok()) return std::nullopt;
  return static_cast<Kind>(kind);
}

std::optional<RunRequest> decode_run(std::span<const u8> bytes, std::size_t descriptors, const char** refused) {
  Reader r{bytes};
  Descriptors fds{r, descriptors};
  RunRequest q;
  if (static_cast<Kind>(r.get_u32()) != Kind::run) return std::nullopt;
  q.id = r.get_u32();
  q.limits.cpu_us = r.get_u64();
  q.limits.wall_us = r.get_u64();
  q.limits.memory_bytes = r.get_u64();
  q.limits.file_bytes = r.get_u64();
  q.limits.box_bytes = r.get_u64();
  q.limits.stack_bytes = r.get_u64();
  q.limits.processes = r.get_u32();
  q.limits.open_files = r.get_u32();
  q.nice = static_cast<i32>(r.get_u32());
  q.cwd = r.text();
  if (q.cwd.empty() || q.cwd[0] != '/' || q.cwd.size() > 4095) r.fail("cwd");
  for (u32 i = 0, n = r.count(65536, "argv"); i < n && r.ok(); ++i) q.argv.emplace_back(r.text());
  if (q.argv.empty() || q.argv[0].empty()) r.fail("argv");
  for (u32 i = 0, n = r.count(65536, "env"); i < n && r.ok(); ++i) q.env.emplace_back(r.text());
  q.in = decode_input(r, fds);
  q.out = decode_output(r, fds, Output::To::pipe);
  q.err = decode_output(r, fds, Output::To::same_as_stdout);
  q.program_fd = fds.maybe();
  q.binds = decode_binds(r, fds, false);
  for (u32 i = 0, n = r.count(4096, "files"); i < n && r.ok(); ++i) {
    FileRequest file;
    file.path = inner_path(r, "files.path");
    file.mode = r.get_u32() & 0777;
    file.fd = fds.maybe();
    file.bytes = r.block();
    q.files.push_back(std::move(file));
  }
  for (u32 i = 0, n = r.count(4096, "collect"); i < n && r.ok(); ++i) {
    CollectRequest c;
    c.path = inner_path(r, "collect.path");
    c.max_bytes = r.get_u64();
    c.optional = r.byte() != 0;
    q.collect.push_back(std::move(c));
  }
  if (r.byte() != 0) {
    TreeRequest tree;
    tree.path = r.text();
    if (tree.path != "." && !is_inner_path(tree.path)) r.fail("collectTree.path");
    tree.max_bytes = r.get_u64();
    tree.max_files = r.get_u32();
    if (tree.max_files > 100'000) r.fail("collectTree.maxFiles");
    q.tree = std::move(tree);
  }
  if (r.byte() != 0) q.exchange = decode_exchange(r, fds, q);
  check_limits(r, q);
  if (refused != nullptr) *refused = r.refused();
  if (!r.finished()) return std::nullopt;
  return q;
}

std::optional<SlotRequest> decode_slot(std::span<const u8> bytes, std::size_t descriptors, const char** refused) {
  Reader r{bytes};
  Descriptors fds{r, descriptors};
  SlotRequest q;
  if (static_cast<Kind>(r.get_u32()) != Kind::make_slot) return std::nullopt;
  q.id = r.get_u32();
  q.ordinal = r.get_u32();
  q.uid_base = r.get_u32();
  q.box_bytes = r.get_u64();
  q.box_inodes = r.get_u32();
  for (u32 i = 0, n = r.count(1024, "cpus"); i < n && r.ok(); ++i) q.cpus.push_back(r.count(65535, "cpus"));
  for (u32 i = 0, n = r.count(1024, "memoryNodes"); i < n && r.ok(); ++i)
    q.memory_nodes.push_back(r.count(1023, "memoryNodes"));
  q.rootfs_fd = fds.maybe();
  q.binds = decode_binds(r, fds, true);
  // Below 60000 are accounts of the system and of people: a client that may run programs as one reads all its files.
  if (q.ordinal >= most_slots) r.fail("ordinal");
  if (q.uid_base < 60000 || q.uid_base > 0x7fff0000) r.fail("uidBase");
  if (q.box_bytes < 65536 || q.box_bytes > 1ULL << 40) r.fail("box.bytes");
  if (q.box_inodes < 16 || q.box_inodes > 1U << 24) r.fail("box.inodes");
  if (refused != nullptr) *refused = r.refused();
  if (!r.finished()) return std::nullopt;
  return q;
}

}  // namespace sandglass
