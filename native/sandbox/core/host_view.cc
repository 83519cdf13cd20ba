#include "host_view.h"

#include <array>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <set>
#include <unistd.h>

#include "sys.h"

namespace sandglass {
namespace {

constexpr int most_processes = 20'000;
constexpr int most_told = 256;
constexpr std::array kinds{"ipc", "mnt", "net", "pid", "uts"};

/** The start of a file of a process; empty when it has gone. */
std::string head(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  const Fd file{fd};
  char text[512];
  const ssize_t n = read(file.get(), text, sizeof text);
  return n <= 0 ? std::string{} : std::string(text, static_cast<std::size_t>(n));
}

/** The state follows the last parenthesis: a name may hold some itself. */
char state_of(const std::string& stat) {
  const auto end = stat.rfind(')');
  return end == std::string::npos || end + 2 >= stat.size() ? '?' : stat[end + 2];
}

/** A function's name as it stands in wchan; anything else in it is left out. */
std::string name_of(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter || (c >= '0' && c <= '9') || c == '_' || c == '.') name += c;
    if (name.size() == 100) break;
  }
  return name;
}

}  // namespace

std::string host_view_as_json(bool namespaces) {
  std::string blocked;
  std::array<std::set<std::string>, kinds.size()> seen;
  int told = 0, looked = 0;
  DIR* processes = opendir("/proc");
  if (processes != nullptr) {
    while (const dirent* entry = readdir(processes)) {
      if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
      if (++looked > most_processes) break;
      const std::string folder = std::string("/proc/") + entry->d_name;
      if (told < most_told && state_of(head(folder + "/stat")) == 'D') {
        blocked += (told++ == 0 ? "" : ",");
        blocked += std::string("{\"pid\":") + entry->d_name + ",\"wchan\":\"" + name_of(head(folder + "/wchan")) + "\"}";
      }
      for (std::size_t kind = 0; namespaces && kind < kinds.size(); ++kind) {
        char link[64];
        const ssize_t n = readlink((folder + "/ns/" + kinds[kind]).c_str(), link, sizeof link);
        if (n <= 0) break;
        seen[kind].emplace(link, static_cast<std::size_t>(n));
      }
    }
    closedir(processes);
  }
  std::string counts;
  for (std::size_t kind = 0; namespaces && kind < kinds.size(); ++kind) {
    counts += kind == 0 ? "" : ",";
    counts += std::string("{\"kind\":\"") + kinds[kind] + "\",\"count\":" + std::to_string(seen[kind].size()) + "}";
  }
  return "{\"blocked\":[" + blocked + "],\"namespaces\":[" + counts + "]}";
}

}  // namespace sandglass
