// What a reader of outside bytes costs: for the test that doubles hostile inputs (scripts/native-cost.integration.test.ts).
// usage: cost READER LENGTH  prints the µs of CPU time that reading about so many bytes takes, the least of five
//        cost                names the readers
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>

#include "valid.h"

namespace sandglass {
namespace {

u64 cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<u64>(now.tv_sec) * 1'000'000'000 + static_cast<u64>(now.tv_nsec);
}

/** So that no reading is left out because nobody wants its result. */
volatile u64 kept;

using Bytes = std::vector<u8>;

void read_message(const Bytes& bytes) {
  const char* refused = nullptr;
  kept = kept + (decode_run(bytes, max_fds, &refused).has_value() ? 1 : 0) +
         (decode_slot(bytes, max_fds, &refused).has_value() ? 1 : 0);
}

/** The longest search: the key is not there. */
void read_keys(const std::string& text) {
  for (const char* key : {"oom_kill", "max", "usage_usec"}) kept = kept + keyed_number(text.c_str(), key);
  kept = kept + parse_u64(text.c_str());
}

std::string again(const char* part, std::size_t length) {
  std::string text;
  while (text.size() < length) text += part;
  return text;
}

std::string numbered(const char* before, std::size_t number) { return before + std::to_string(number); }

std::function<void()> message(const RunShape& shape) {
  return [bytes = run_message(shape)] { read_message(bytes); };
}

std::function<void()> text(const char* part, std::size_t length) {
  return [text = again(part, length)] { read_keys(text); };
}

struct Named {
  const char* name;
  std::function<std::function<void()>(std::size_t)> make;
};

const Named readers[] = {
    {"decode: arguments",
     [](std::size_t length) {
       RunShape s;
       for (std::size_t n = 0; n < length / 12; ++n) s.argv.push_back(numbered("argument", n % 1000));
       return message(s);
     }},
    {"decode: one long argument",
     [](std::size_t length) {
       RunShape s;
       s.argv.push_back(std::string(length, 'x'));
       return message(s);
     }},
    {"decode: files",
     [](std::size_t length) {
       RunShape s;
       for (std::size_t n = 0; n < length / 32; ++n) s.files.emplace_back(numbered("f/", n), ~0U);
       return message(s);
     }},
    {"decode: a deep path",
     [](std::size_t length) {
       RunShape s;
       s.files.emplace_back(again("a/", length) + "a", ~0U);
       s.collect.push_back(again("a/", length) + "a");
       return message(s);
     }},
    {"decode: a deep target",
     [](std::size_t length) {
       RunShape s;
       s.binds.emplace_back(again("/a", length), 2);
       s.cwd = again("/a", length);
       return message(s);
     }},
    {"decode: files to collect",
     [](std::size_t length) {
       RunShape s;
       for (std::size_t n = 0; n < length / 16; ++n) s.collect.push_back(numbered("f", n));
       return message(s);
     }},
    {"decode: zero bytes", [](std::size_t length) { return [bytes = Bytes(length, 0)] { read_message(bytes); }; }},
    {"decode: counts without end",
     [](std::size_t length) { return [bytes = Bytes(length, 0xff)] { read_message(bytes); }; }},
    {"kernel text: lines", [](std::size_t length) { return text("oom 1\n", length); }},
    {"kernel text: empty lines", [](std::size_t length) { return text("\n", length); }},
    {"kernel text: one long line", [](std::size_t length) { return text("oom_kil ", length); }},
    {"kernel text: digits", [](std::size_t length) { return text("9", length); }},
    {"kernel text: keys without a number", [](std::size_t length) { return text("oom_kil\nma\n", length); }},
};

}  // namespace
}  // namespace sandglass

int main(int argc, char** argv) {
  using namespace sandglass;
  if (argc != 3) {
    for (const Named& one : readers) std::printf("%s\n", one.name);
    return 0;
  }
  const auto* found = std::find_if(std::begin(readers), std::end(readers),
                                   [&](const Named& one) { return std::string_view{one.name} == argv[1]; });
  if (found == std::end(readers)) {
    std::fprintf(stderr, "cost: no reader '%s'\n", argv[1]);
    return 64;
  }
  const auto read = found->make(std::strtoull(argv[2], nullptr, 10));
  u64 least = ~0ULL;
  for (int attempt = 0; attempt < 5; ++attempt) {
    const u64 before = cpu_ns();
    read();
    least = std::min(least, cpu_ns() - before);
  }
  std::printf("%.3f\n", static_cast<double>(least) / 1000.0);
  return 0;
}
