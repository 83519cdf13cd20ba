// The default output validator as a program, by the format's call convention:
//
//   default-validator input_file answer_file feedback_dir [arguments] < team_output
//
// Exit status 42: right, 43: wrong (feedback_dir/judgemessage.txt says why), anything else: the
// comparison could not be made, with the reason on standard error.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "compare.h"

namespace {

constexpr int accepted = 42;
constexpr int wrong_answer = 43;
constexpr int usage = 2;
constexpr int failed = 1;

void append_message(const std::string& directory, const std::string& message) {
  std::string path = directory;
  if (path.empty() || path.back() != '/') path += '/';
  path += "judgemessage.txt";
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (fd < 0) {
    std::fprintf(stderr, "default-validator: cannot write %s: %s\n", path.c_str(), std::strerror(errno));
    return;
  }
  const std::string line = message + "\n";
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = write(fd, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  close(fd);
}

int validate(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: default-validator input_file answer_file feedback_dir [arguments] < team_output\n");
    return usage;
  }
  const auto parsed = sandglass::parse_flags(std::vector<std::string_view>(argv + 4, argv + argc));
  if (const auto* error = std::get_if<sandglass::FlagError>(&parsed)) {
    std::fprintf(stderr, "default-validator: %s\n", error->reason.c_str());
    return usage;
  }
  const int answer = open(argv[2], O_RDONLY | O_CLOEXEC);
  if (answer < 0) {
    std::fprintf(stderr, "default-validator: cannot read %s: %s\n", argv[2], std::strerror(errno));
    return failed;
  }
  const sandglass::Verdict verdict = sandglass::compare(STDIN_FILENO, answer, std::get<sandglass::Flags>(parsed));
  close(answer);
  if (verdict.output_error != 0 || verdict.answer_error != 0) {
    const bool output = verdict.output_error != 0;
    std::fprintf(stderr, "default-validator: cannot read %s: %s\n", output ? "standard input" : argv[2],
                 std::strerror(output ? verdict.output_error : verdict.answer_error));
    return failed;
  }
  if (verdict.accepted) return accepted;
  append_message(argv[3], verdict.message);
  return wrong_answer;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return validate(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "default-validator: %s\n", error.what());
    return failed;
  }
}
