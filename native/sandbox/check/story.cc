#include "story.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>

namespace sandglass {

std::string story;
u64 conversation = 0;
Fd last_words;
pid_t broker_pid = -1;

namespace {

std::string beginning_of(const std::string& path) {
  const Fd fd{sys::call(SYS_openat, AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC)};
  char text[1024] = {};
  read_at_start(fd.get(), text, sizeof text);
  return text;
}

/** What the broker, its children and theirs are doing. */
void show_processes() {
  DIR* list = opendir("/proc");
  for (const dirent* e; list != nullptr && (e = readdir(list)) != nullptr;) {
    if (e->d_name[0] < '1' || e->d_name[0] > '9') continue;
    const std::string folder = std::string{"/proc/"} + e->d_name;
    const std::string stat = beginning_of(folder + "/stat");
    if (stat.find("(sandglass-") == std::string::npos && std::atoi(e->d_name) != broker_pid) continue;
    std::printf("%s%s waits in %s, system call %s%s\n", stat.c_str(),
                beginning_of(folder + "/status").substr(0, 20).c_str(), beginning_of(folder + "/wchan").c_str(),
                beginning_of(folder + "/syscall").c_str(), beginning_of(folder + "/stack").c_str());
  }
  if (list != nullptr) closedir(list);
}

}  // namespace

void note(const char* format, ...) {
  char line[256];
  va_list words;
  va_start(words, format);
  std::vsnprintf(line, sizeof line, format, words);
  va_end(words);
  story += line;
  story += '\n';
}

std::string printed_by_the_broker() {
  char text[65536];
  const ssize_t n = pread(last_words.get(), text, sizeof text, 0);
  return {text, n > 0 ? static_cast<std::size_t>(n) : 0};
}

void wrong(const char* what) {
  show_processes();
  std::printf("talk: conversation %llu: %s\n%s\nprinted by the broker and its children:\n%s\n",
              static_cast<unsigned long long>(conversation), what, story.c_str(), printed_by_the_broker().c_str());
  std::exit(1);
}

}  // namespace sandglass
