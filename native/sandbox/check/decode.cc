// Feeds the request decoder with every prefix of valid requests, with mutations of them and with random bytes.
// Built with ASan and UBSan: reading outside the message, or an index without a descriptor, ends the process.
// usage: decode SECONDS SEED
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>

#include "../core/protocol.h"

namespace sandglass {
namespace {

constexpr std::size_t descriptors = 5;

void limits_and_names(Writer& w) {
  w.word(static_cast<u32>(Kind::run));
  w.word(7);
  for (int i = 0; i < 5; ++i) w.wide(1'000'000);
  for (int i = 0; i < 4; ++i) w.word(8);
  w.text("/box");
  w.word(2);
  w.text("/bin/cat");
  w.text("-");
  w.word(1);
  w.text("PATH=/bin");
}

std::vector<u8> valid_run() {
  Writer w;
  limits_and_names(w);
  w.byte(1);  // stdin: descriptor 0
  w.word(0);
  w.byte(2);  // stdout: captured
  w.wide(1000);
  w.wide(100);
  w.byte(3);  // stderr: as stdout
  w.wide(1000);
  w.word(1);  // program
  w.word(1);  // one bind
  w.text("/judge/in");
  w.word(2);
  w.word(1);  // one file
  w.text("a/b");
  w.word(0644);
  w.word(3);
  w.text("");
  w.word(1);  // one to collect
  w.text("out");
  w.wide(100);
  w.byte(1);
  w.byte(1);  // a tree
  w.text(".");
  w.wide(100);
  w.word(3);
  w.byte(0);  // no exchange
  const auto bytes = w.bytes();
  return {bytes.begin(), bytes.end()};
}

std::vector<u8> valid_exchange() {
  Writer w;
  limits_and_names(w);
  w.byte(0);  // stdin, stdout: the exchange
  w.byte(0);
  w.wide(1000);
  w.byte(0);  // stderr: nothing
  w.wide(1000);
  w.word(0xffffffff);  // no program folder
  for (int i = 0; i < 3; ++i) w.word(0);  // no binds, files, collections
  w.byte(0);  // no tree
  w.byte(1);
  w.word(3);
  w.word(4);
  for (int i = 0; i < 4; ++i) w.wide(1000);
  const auto bytes = w.bytes();
  return {bytes.begin(), bytes.end()};
}

std::vector<u8> valid_slot() {
  Writer w;
  w.word(static_cast<u32>(Kind::make_slot));
  w.word(1);
  w.word(0);
  w.word(61000);
  w.wide(1 << 20);
  w.word(64);
  w.word(2);
  w.word(0);
  w.word(1);
  w.word(0);
  w.word(0xffffffff);
  w.word(0);
  const auto bytes = w.bytes();
  return {bytes.begin(), bytes.end()};
}

void demand(bool fact, const char* what) {
  if (fact) return;
  std::fprintf(stderr, "decode: %s\n", what);
  std::abort();
}

bool index_is_sound(int fd) { return fd >= -1 && fd < static_cast<int>(descriptors); }

/** Decodes a copy that ends exactly where the allocation ends, so that ASan sees one byte too many. */
bool decode(const std::vector<u8>& message) {
  const std::unique_ptr<u8[]> exact{new u8[message.size()]};
  std::copy(message.begin(), message.end(), exact.get());
  const std::span<const u8> bytes{exact.get(), message.size()};
  const auto run = decode_run(bytes, descriptors);
  if (run) {
    demand(index_is_sound(run->in.fd) && index_is_sound(run->out.fd) && index_is_sound(run->err.fd), "stream index");
    demand(index_is_sound(run->program_fd), "program index");
    if (run->exchange) {
      demand(index_is_sound(run->exchange->to_interactor) && index_is_sound(run->exchange->from_interactor), "exchange");
    }
    for (const auto& b : run->binds) demand(b.fd >= 0 && index_is_sound(b.fd) && is_target_path(b.target), "bind");
    for (const auto& f : run->files) demand(index_is_sound(f.fd) && is_inner_path(f.path), "file");
    for (const auto& c : run->collect) demand(is_inner_path(c.path), "collect");
  }
  const auto slot = decode_slot(bytes, descriptors);
  if (slot) demand(slot->uid_base >= 60000 && index_is_sound(slot->rootfs_fd), "slot");
  return run.has_value() || slot.has_value();
}

void mutate(std::vector<u8>& message, std::mt19937_64& random) {
  for (u64 n = 1 + random() % 4; n > 0; --n) {
    const std::size_t at = random() % message.size();
    switch (random() % 4) {
      case 0: message[at] = static_cast<u8>(random()); break;
      case 1: message.erase(message.begin() + static_cast<std::ptrdiff_t>(at)); break;
      case 2: message.insert(message.begin() + static_cast<std::ptrdiff_t>(at), static_cast<u8>(random())); break;
      default: message[at] = random() % 2 == 0 ? 0xff : 0; break;
    }
    if (message.empty()) message.push_back(0);
  }
}

}  // namespace
}  // namespace sandglass

int main(int count, char** arguments) {
  using namespace sandglass;
  const auto seconds = static_cast<u64>(count > 1 ? std::atoi(arguments[1]) : 2);
  std::mt19937_64 random{static_cast<u64>(count > 2 ? std::atoi(arguments[2]) : 1)};
  const std::vector<std::vector<u8>> seeds{valid_run(), valid_exchange(), valid_slot()};
  for (const auto& seed : seeds) {
    demand(decode(seed), "a valid request is refused");
    for (std::size_t n = 0; n < seed.size(); ++n) {
      demand(!decode({seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(n)}), "a prefix is accepted");
    }
  }
  u64 tried = 0;
  for (const u64 end = monotonic_ns() + seconds * 1'000'000'000; monotonic_ns() < end; ++tried) {
    auto message = seeds[random() % seeds.size()];
    mutate(message, random);
    decode(message);
    std::vector<u8> noise(random() % 200);
    for (u8& b : noise) b = static_cast<u8>(random());
    decode(noise);
  }
  std::printf("%llu messages\n", static_cast<unsigned long long>(tried * 2));
}
