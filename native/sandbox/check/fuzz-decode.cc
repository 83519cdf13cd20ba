// The request decoder: for any bytes nothing outside the message is read, and what is accepted is bounded and refers
// only to descriptors that came along. The first byte of an input is their number.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "valid.h"

namespace sandglass {
namespace {

void demand(bool fact, const char* what) {
  if (fact) return;
  std::fprintf(stderr, "fuzz-decode: %s\n", what);
  std::abort();
}

void judge(const RunRequest& q, std::size_t descriptors) {
  const auto sound = [&](int fd) { return fd >= -1 && fd < static_cast<int>(descriptors); };
  demand(sound(q.in.fd) && sound(q.out.fd) && sound(q.err.fd), "a stream's descriptor did not come along");
  demand(q.in.from != Input::From::descriptor || q.in.fd >= 0, "an input has no descriptor");
  demand(sound(q.program_fd), "the program's descriptor did not come along");
  demand(!q.argv.empty() && !q.argv[0].empty(), "there is no program to start");
  demand(q.cwd.starts_with('/'), "the working folder is not absolute");
  demand(q.limits.cpu_us > 0 && q.limits.wall_us > 0 && q.limits.processes > 0, "a limit is nothing");
  for (const auto& text : q.argv) demand(text.find('\0') == std::string::npos, "NUL in an argument");
  for (const auto& text : q.env) demand(text.find('\0') == std::string::npos, "NUL in the environment");
  if (q.exchange) {
    demand(q.exchange->to_interactor >= 0 && sound(q.exchange->to_interactor) && q.exchange->from_interactor >= 0 &&
               sound(q.exchange->from_interactor) && q.exchange->to_interactor != q.exchange->from_interactor,
           "an interactor's pipe did not come along");
  }
  for (const auto& b : q.binds) {
    demand(b.fd >= 0 && sound(b.fd), "a bind's descriptor did not come along");
    demand(is_target_path(b.target) && b.target.find("/../") == std::string::npos, "a bind's target");
  }
  for (const auto& f : q.files) demand(sound(f.fd) && is_inner_path(f.path), "a file for the box");
  for (const auto& c : q.collect) demand(is_inner_path(c.path), "a file to collect");
  demand(!q.tree || q.tree->path == "." || is_inner_path(q.tree->path), "a tree to collect");
}

void judge(const SlotRequest& q, std::size_t descriptors) {
  demand(q.uid_base >= 60000 && q.ordinal <= 4095, "a slot would run programs as somebody else");
  demand(q.rootfs_fd < static_cast<int>(descriptors), "the image's descriptor did not come along");
  for (const u32 cpu : q.cpus) demand(cpu <= 65535, "a CPU");
  for (const u32 node : q.memory_nodes) demand(node <= 1023, "a memory node");
}

}  // namespace
}  // namespace sandglass

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace sandglass;
  if (size == 0) return 0;
  const std::size_t descriptors = data[0] % 16;
  // A copy that ends exactly where the allocation ends: ASan sees one byte too many.
  const std::unique_ptr<u8[]> exact{new u8[size - 1]};
  std::copy(data + 1, data + size, exact.get());
  const std::span<const u8> bytes{exact.get(), size - 1};
  static_cast<void>(kind_of(bytes));
  const auto run = decode_run(bytes, descriptors);
  if (run) judge(*run, descriptors);
  const auto slot = decode_slot(bytes, descriptors);
  if (slot) judge(*slot, descriptors);
  demand(!run || !slot, "one message is two requests");
  // An accepted message is accepted only whole.
  if (run && size > 1) demand(!decode_run(bytes.first(bytes.size() - 1), descriptors), "a prefix is accepted");
  if (slot && size > 1) demand(!decode_slot(bytes.first(bytes.size() - 1), descriptors), "a prefix is accepted");
  return 0;
}
