// What is read out of the kernel's small files: any text, with or without an end of line, leaves the readers inside it.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "kernel/sys.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace sandglass;
  const std::unique_ptr<char[]> text{new char[size + 1]};
  std::memcpy(text.get(), data, size);
  text[size] = '\0';
  for (const char* key : {"oom_kill", "max", "usage_usec", "user_usec", "system_usec", ""}) {
    const u64 found = keyed_number(text.get(), key);
    if (found != 0 && std::strstr(text.get(), key) == nullptr) {
      std::fprintf(stderr, "fuzz-kernel-text: a number was found behind %s, which is not there\n", key);
      std::abort();
    }
  }
  static_cast<void>(parse_u64(text.get()));
  return 0;
}
