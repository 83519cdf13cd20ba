// sandglass-sandbox broker FD [UID_BASE]: serves the SEQPACKET socket inherited under that number.
// sandglass-sandbox launch --user UID --group GID [--uid-base N] -- COMMAND ARG…: starts a broker, then becomes COMMAND
// as that user. Programs run as N and the numbers after it (else SANDGLASS_UID_BASE, else 61000), and as nobody else.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "broker/broker.h"
#include "broker/run_as.h"
#include "wire/protocol.h"

namespace {

bool is(const char* word, const char* expected) { return std::strcmp(word, expected) == 0; }

bool is_broker(int count, char** words) { return (count == 3 || count == 4) && is(words[1], "broker"); }

bool is_launch(int count, char** words) {
  if (count < 8 || !is(words[1], "launch") || !is(words[2], "--user") || !is(words[4], "--group")) return false;
  return is(words[6], "--") || (count >= 10 && is(words[6], "--uid-base") && is(words[8], "--"));
}

/** 0 for what is not the number of an ordinary account: an empty word must not come to mean root. */
sandglass::u32 ordinary_id(const char* word) {
  char* end = nullptr;
  const unsigned long id = std::strtoul(word, &end, 10);
  return *word < '0' || *word > '9' || *end != '\0' || id > 0x7fffffff ? 0 : static_cast<sandglass::u32>(id);
}

}  // namespace

int main(int count, char** arguments) {
  if (!is_broker(count, arguments) && !is_launch(count, arguments)) {
    std::fprintf(stderr,
                 "usage: sandglass-sandbox broker FD [UID_BASE]\n"
                 "       sandglass-sandbox launch --user UID --group GID [--uid-base N] -- COMMAND ARG...\n");
    return 64;
  }
  if (geteuid() != 0) {
    std::fprintf(stderr, "sandglass-sandbox: the broker must be started as root\n");
    return 77;
  }
  // A closed standard descriptor would be given to the next thing opened, and then be taken for it.
  long low;
  while ((low = sandglass::sys::call(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR)) >= 0 && low <= 2) {
  }
  if (low >= 0) sandglass::sys::call(SYS_close, low);
  if (is_launch(count, arguments)) {
    const sandglass::u32 uid = ordinary_id(arguments[3]), gid = ordinary_id(arguments[5]);
    if (uid == 0 || gid == 0) {
      std::fprintf(
          stderr,
          "sandglass-sandbox: --user and --group take the numbers of an ordinary account, not \"%s\" and \"%s\"\n",
          arguments[3], arguments[5]);
      return 64;
    }
    const bool given = is(arguments[6], "--uid-base");
    const char* inherited = std::getenv("SANDGLASS_UID_BASE");
    const char* word = given ? arguments[7] : inherited != nullptr && *inherited != '\0' ? inherited : "61000";
    const sandglass::u32 base = ordinary_id(word);
    if (base < 60000 || base > 0x7fff0000) {
      std::fprintf(stderr, "sandglass-sandbox: --uid-base takes a number from 60000, not \"%s\"\n", word);
      return 64;
    }
    if (uid >= base && uid < base + sandglass::most_slots) {
      std::fprintf(stderr, "sandglass-sandbox: --user %u is one of the users that programs run as (%u to %u)\n", uid,
                   base, base + sandglass::most_slots - 1);
      return 64;
    }
    return sandglass::run_as(uid, gid, base, arguments + (given ? 9 : 7));
  }
  const int fd = std::atoi(arguments[2]);
  if (sandglass::sys::call(SYS_fcntl, fd, F_SETFD, FD_CLOEXEC) < 0) {
    std::fprintf(stderr, "sandglass-sandbox: descriptor %d is not open\n", fd);
    return 64;
  }
  sandglass::run_broker(sandglass::Fd{fd}, count == 4 ? ordinary_id(arguments[3]) : 0);
}
