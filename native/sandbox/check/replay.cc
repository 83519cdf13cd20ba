// The fuzzers' main function where libFuzzer is not installed: every file of the corpus, then blind mutations of them.
// Understands what fuzz.sh says to libFuzzer: folders and files, -max_total_time=SECONDS, -seed=N,
// -artifact_prefix=PATH (what makes it fail is written there); other options are passed over.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);
extern "C" void __sanitizer_set_death_callback(void (*callback)());

namespace {

using Bytes = std::vector<unsigned char>;

Bytes read(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

// The input that is being tried, for the signal handler.
const Bytes* tried_now = nullptr;
std::string artifact;

void keep_input() {
  if (tried_now == nullptr) return;
  const int fd = open(artifact.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0 || write(fd, tried_now->data(), tried_now->size()) < 0) return;
  close(fd);
  static constexpr char kWords[] = "the input is kept as crash-input beside the log\n";
  static_cast<void>(!write(STDERR_FILENO, kWords, sizeof kWords - 1));
}

void try_one(const Bytes& one) {
  tried_now = &one;
  LLVMFuzzerTestOneInput(one.data(), one.size());
  tried_now = nullptr;
}

void mutate(Bytes& bytes, std::mt19937_64& random) {
  for (auto n = 1 + random() % 5; n > 0 && !bytes.empty(); --n) {
    const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(random() % bytes.size());
    switch (random() % 5) {
      case 0: *at = static_cast<unsigned char>(random()); break;
      case 1: bytes.erase(at); break;
      case 2: bytes.insert(at, static_cast<unsigned char>(random())); break;
      case 3: *at = random() % 2 == 0 ? 0xff : 0; break;
      default: bytes.erase(at, bytes.end()); break;
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<Bytes> corpus{{0}};
  long seconds = 0;
  unsigned long seed = 1;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word.starts_with("-max_total_time=")) seconds = std::stol(word.substr(16));
    if (word.starts_with("-seed=")) seed = std::stoul(word.substr(6));
    if (word.starts_with("-artifact_prefix=")) artifact = word.substr(17);
    if (word.starts_with("-")) continue;
    if (std::filesystem::is_regular_file(word)) {
      corpus.push_back(read(word));
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator{word}) corpus.push_back(read(entry.path()));
  }
  artifact += "input";
  __sanitizer_set_death_callback(keep_input);
  std::signal(SIGABRT, [](int) {
    keep_input();
    std::_Exit(1);
  });
  for (const Bytes& one : corpus) try_one(one);
  std::mt19937_64 random{seed};
  unsigned long tried = corpus.size();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{seconds};
  for (; std::chrono::steady_clock::now() < end; ++tried) {
    Bytes one = corpus[random() % corpus.size()];
    mutate(one, random);
    try_one(one);
  }
  std::fprintf(stderr, "Done %lu runs in %ld second(s)\n", tried, seconds);
}
