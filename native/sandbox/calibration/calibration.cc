// The calibration program: what a host runs in its own sandbox to learn whether it still measures as it did.
//
//   calibration work         a fixed computation, about 10 ms; writes its checksum
//   calibration spin         computes until it is killed
//   calibration sleep        sleeps until it is killed
//   calibration touch MIB    writes to so much memory and ends
//
// `work` is a mix, because hosts slow down in different ways: arithmetic with unforeseeable branches feels the clock
// frequency and a neighbour on the same core, the walk through 4 MiB feels a neighbour on the same cache and memory.
// It makes no system call between its start and its last line, so that its CPU time is its own.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <unistd.h>

namespace {

constexpr std::size_t kCells = 1 << 20;
constexpr int kSteps = 1'000'000;
constexpr int kHops = 150'000;

std::uint32_t next(std::uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

std::uint32_t arithmetic() {
  std::uint32_t state = 2463534242U;
  std::uint32_t sum = 0;
  for (int step = 0; step < kSteps; ++step) {
    const std::uint32_t value = next(state);
    if ((value & 1) != 0) sum += value / ((value >> 20) + 1);
    else sum ^= value;
  }
  return sum;
}

// Every cell names the next one of a single circle (multiplier 1 modulo 4, odd increment), so that no hop can begin before the one before it has ended.
std::uint32_t walk() {
  const auto cells = std::make_unique<std::uint32_t[]>(kCells);
  std::uint32_t at = 0;
  for (std::size_t index = 0; index < kCells; ++index)
    cells[index] = static_cast<std::uint32_t>((index * 48273U + 12345U) % kCells);
  for (int hop = 0; hop < kHops; ++hop) at = cells[at];
  return at;
}

int touch(std::size_t mebibytes) {
  const std::size_t bytes = mebibytes << 20;
  char* const memory = static_cast<char*>(std::malloc(bytes));
  if (memory == nullptr) return 2;
  for (std::size_t at = 0; at < bytes; at += 4096) const_cast<volatile char*>(memory)[at] = 1;
  std::printf("%zu\n", mebibytes);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const char* const what = argc > 1 ? argv[1] : "";
  if (std::strcmp(what, "work") == 0) {
    std::printf("%08x%08x\n", arithmetic(), walk());
    return 0;
  }
  if (std::strcmp(what, "spin") == 0) {
    volatile unsigned turn = 0;
    for (;;) turn = turn + 1;
  }
  if (std::strcmp(what, "sleep") == 0) {
    for (;;) pause();
  }
  if (std::strcmp(what, "touch") == 0 && argc > 2) return touch(std::strtoul(argv[2], nullptr, 10));
  std::fputs("usage: calibration work | spin | sleep | touch MIB\n", stderr);
  return 64;
}
