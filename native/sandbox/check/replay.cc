// The fuzzers' main function where libFuzzer is not installed: every file of the corpus, then blind mutations of them.
// Understands what fuzz.sh says to libFuzzer: folders, -max_total_time=SECONDS, -seed=N; other options are passed over.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

namespace {

using Bytes = std::vector<unsigned char>;

Bytes read(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
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
    if (word.starts_with("-")) continue;
    for (const auto& entry : std::filesystem::directory_iterator{word}) corpus.push_back(read(entry.path()));
  }
  for (const Bytes& one : corpus) LLVMFuzzerTestOneInput(one.data(), one.size());
  std::mt19937_64 random{seed};
  unsigned long tried = corpus.size();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{seconds};
  for (; std::chrono::steady_clock::now() < end; ++tried) {
    Bytes one = corpus[random() % corpus.size()];
    mutate(one, random);
    LLVMFuzzerTestOneInput(one.data(), one.size());
  }
  std::fprintf(stderr, "Done %lu runs in %ld second(s)\n", tried, seconds);
}
