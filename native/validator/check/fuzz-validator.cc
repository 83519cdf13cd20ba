// The default validator: for any output, answer and flags there is a verdict; it is the same a second
// time, a file equals itself, and a reason is printable and bounded. An input is: a byte with the flags, two bytes with
// how often output and answer are repeated, then flags, output and answer with a line `|` between them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "../lib/compare.h"
#include "../lib/number.h"

namespace {

constexpr std::size_t most_bytes = 2 * sandglass::Reader::buffer_bytes + 4096;
constexpr std::size_t most_message = 1024;

void demand(bool fact, const char* what) {
  if (fact) return;
  std::fprintf(stderr, "fuzz-validator: %s\n", what);
  std::abort();
}

std::string_view cut(std::string_view& rest) {
  const std::size_t end = rest.find("\n|\n");
  const std::string_view part = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 3);
  return part;
}

/** Repeated, so that a small input reaches over the ends of the reader's buffer. */
std::string repeated(std::string_view text, unsigned times) {
  std::string all;
  for (unsigned n = 0; n <= times * times && all.size() + text.size() <= most_bytes; n++) all += text;
  return all;
}

class File {
 public:
  explicit File(std::string_view text) : fd_(memfd_create("fuzz", MFD_CLOEXEC)) {
    demand(fd_ >= 0 && write(fd_, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "no memory file");
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(fd_); }
  int from_start() const {
    lseek(fd_, 0, SEEK_SET);
    return fd_;
  }

 private:
  int fd_;
};

sandglass::Verdict judged(const File& output, const File& answer, const sandglass::Flags& flags) {
  const sandglass::Verdict verdict = sandglass::compare(output.from_start(), answer.from_start(), flags);
  demand(verdict.output_error == 0 && verdict.answer_error == 0, "a memory file cannot be read");
  demand(verdict.accepted == verdict.message.empty(), "a verdict without a reason, or a reason without one");
  demand(verdict.message.size() <= most_message, "a reason without bounds");
  std::string words = verdict.message;
  // What was cut says so.
  for (std::size_t at; (at = words.find("…")) != std::string::npos;) words.erase(at, std::string_view{"…"}.size());
  demand(std::all_of(words.begin(), words.end(), [](char c) { return c >= ' ' && c <= '~'; }),
         "a reason that is not printable");
  return verdict;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace sandglass;
  if (size < 3) return 0;
  std::string_view rest{reinterpret_cast<const char*>(data) + 3, size - 3};
  std::vector<std::string_view> words;
  std::string_view line = cut(rest);
  while (!line.empty()) {
    const std::size_t end = line.find(' ');
    words.push_back(line.substr(0, end));
    line = end == std::string_view::npos ? std::string_view{} : line.substr(end + 1);
  }
  Flags flags;
  const auto parsed = parse_flags(words);
  if (const auto* error = std::get_if<FlagError>(&parsed)) {
    demand(!error->reason.empty(), "flags are refused without a reason");
  } else {
    flags = std::get<Flags>(parsed);
  }
  if ((data[0] & 1) != 0) flags.case_sensitive = true;
  if ((data[0] & 2) != 0) flags.space_change_sensitive = true;
  if ((data[0] & 4) != 0) flags.absolute_tolerance = 1e-6;
  if ((data[0] & 8) != 0) flags.relative_tolerance = 0.5;

  const std::string output_text = repeated(cut(rest), data[1]);
  const std::string answer_text = repeated(rest, data[2]);
  const File output{output_text};
  const File answer{answer_text};
  const Verdict first = judged(output, answer, flags);
  const Verdict second = judged(output, answer, flags);
  demand(first.accepted == second.accepted && first.message == second.message, "two verdicts on the same bytes");
  demand(output_text != answer_text || first.accepted, "a right output is refused");
  const File copy{answer_text};
  demand(judged(copy, answer, flags).accepted, "a file is not itself");
  // More is not forgiven by less tolerance: what is right with every flag is right with fewer.
  if (first.accepted) {
    Flags lenient = flags;
    lenient.case_sensitive = lenient.space_change_sensitive = false;
    demand(judged(output, answer, lenient).accepted, "what strict flags accept, lenient flags refuse");
  }
  static_cast<void>(parse_number(output_text));
  return 0;
}
