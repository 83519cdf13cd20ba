#include "broker/host_view.h"

#include <array>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <set>
#include <sys/timex.h>
#include <unistd.h>
#include <vector>

#include "kernel/kernel_stacks.h"
#include "kernel/sys.h"

namespace sandglass {
namespace {

constexpr int most_processes = 20'000;
/** Beside the first thread of each process: of all of them, and of a single one. */
constexpr int most_threads = 1'000;
constexpr int most_threads_of_one = 256;
/** Their numbers and places come to less than half of what a message may hold. */
constexpr std::size_t max_reported = 6'000;
constexpr std::size_t most_places = 100;
/** A place takes microseconds to read; on a host that crawls the rest of the tasks are entry without theirs. */
constexpr u64 places_patience_ns = 500'000'000;
/** Tasks at one place wait alike. */
constexpr int stacks_per_place = 2;
/** Of tasks whose place is hidden: each may wait for something else. */
constexpr int most_unplaced = 8;
constexpr std::array kinds{"ipc", "mnt", "net", "pid", "uts"};

struct Blocked {
  std::string number;
  std::string folder;
  std::string wchan;
  std::vector<std::string> stack;
};

/** The start of a file of a process; empty when it has gone. */
std::string head(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  const Fd file{fd};
  char text[512];
  const ssize_t n = read(file.get(), text, sizeof text);
  return n <= 0 ? std::string{} : std::string(text, static_cast<std::size_t>(n));
}

/** What follows the name in a stat file, the state first: a name may hold parentheses and blanks itself. */
std::string after_name(const std::string& stat) {
  const auto end = stat.rfind(')');
  return end == std::string::npos || end + 2 >= stat.size() ? std::string{} : stat.substr(end + 2);
}

/** The 20th field of stat(5). */
u64 threads_of(const std::string& fields) {
  std::size_t at = 0;
  for (int field = 3; field < 20; ++field) {
    at = fields.find(' ', at);
    if (at == std::string::npos) return 1;
    ++at;
  }
  return parse_u64(fields.c_str() + at);
}

/** A function's name as in wchan; anything else in it is left out. */
std::string name_of(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter || (c >= '0' && c <= '9') || c == '_' || c == '.') name += c;
    if (name.size() == 100) break;
  }
  return name;
}

/** Every service that keeps the clock reports it to the kernel; the kernel revokes it after hours without a report. */
const char* clock_synchronised() {
  timex clock{};
  const long state = sys::call(SYS_adjtimex, &clock);
  if (state < 0) return "null";
  return state == TIME_ERROR || (clock.status & STA_UNSYNC) != 0 ? "false" : "true";
}

bool is_number(const char* name) { return name[0] >= '1' && name[0] <= '9'; }

class View {
 public:
  explicit View(std::string root) : root_(std::move(root)) {}

  void look(bool namespaces) {
    DIR* processes = opendir(root_.c_str());
    if (processes == nullptr) return;
    int looked = 0;
    while (const dirent* entry = readdir(processes)) {
      if (!is_number(entry->d_name)) continue;
      if (++looked > most_processes) break;
      const std::string number = entry->d_name, folder = root_ + "/" + number;
      const std::string fields = after_name(head(folder + "/stat"));
      note(number, folder, fields);
      if (threads_of(fields) > 1) look_at_threads(number, folder);
      if (namespaces) count_namespaces(folder);
    }
    closedir(processes);
  }

  void read_stacks() {
    std::map<std::string, int> at_place;
    std::vector<Blocked*> chosen;
    std::vector<std::string> files;
    for (Blocked& task : blocked_) {
      // The stack may belong to another task by now.
      if (++at_place[task.wchan] > (task.wchan == nowhere ? most_unplaced : stacks_per_place)) continue;
      chosen.push_back(&task);
      files.push_back(task.folder + "/stack");
    }
    if (files.empty()) return;
    const auto stacks = read_kernel_stacks(files);
    for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i]->stack = stacks[i];
  }

  /** By place, so that a thousand tasks take no more room than their numbers. */
  [[nodiscard]] std::string blocked_as_json() const {
    std::map<std::string, std::string> pids, stacks;
    for (const Blocked& task : blocked_) {
      const std::string& place = pids.size() < most_places || pids.contains(task.wchan) ? task.wchan : nowhere;
      std::string& numbers = pids[place];
      numbers += (numbers.empty() ? "" : ",") + task.number;
      if (task.stack.empty()) continue;
      std::string& entry = stacks[place];
      entry += (entry.empty() ? "{\"pid\":" : ",{\"pid\":") + task.number + ",\"functions\":[";
      for (std::size_t i = 0; i < task.stack.size(); ++i) entry += (i == 0 ? "\"" : ",\"") + task.stack[i] + "\"";
      entry += "]}";
    }
    std::string json;
    for (const auto& [place, numbers] : pids) {
      if (!json.empty()) json += ",";
      json += "{\"wchan\":\"" + place + "\",\"pids\":[" + numbers + "],\"stacks\":[" + stacks[place] + "]}";
    }
    return json;
  }

  [[nodiscard]] std::string namespaces_as_json() const {
    std::string json;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      if (kind > 0) json += ",";
      json += std::string("{\"kind\":\"") + kinds[kind] + "\",\"count\":" + std::to_string(seen_[kind].size()) + "}";
    }
    return json;
  }

 private:
  void note(const std::string& number, const std::string& folder, const std::string& fields) {
    if (fields.empty() || fields[0] != 'D' || blocked_.size() >= max_reported) return;
    const bool patient = monotonic_ns() < deadline_ns_;
    blocked_.push_back({number, folder, patient ? name_of(head(folder + "/wchan")) : nowhere, {}});
  }

  /** The first one bears the number of the process, and was looked at. */
  void look_at_threads(const std::string& process, const std::string& folder) {
    DIR* threads = opendir((folder + "/task").c_str());
    if (threads == nullptr) return;
    int looked = 0;
    while (const dirent* entry = readdir(threads)) {
      if (!is_number(entry->d_name) || process == entry->d_name) continue;
      if (++looked > most_threads_of_one || ++threads_ > most_threads) break;
      const std::string own = folder + "/task/" + entry->d_name;
      note(entry->d_name, own, after_name(head(own + "/stat")));
    }
    closedir(threads);
  }

  void count_namespaces(const std::string& folder) {
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      char link[64];
      const ssize_t n = readlink((folder + "/ns/" + kinds[kind]).c_str(), link, sizeof link);
      if (n <= 0) break;
      seen_[kind].emplace(link, static_cast<std::size_t>(n));
    }
  }

  /** As wchan says it of a task whose place is hidden. */
  const std::string nowhere{"0"};
  const std::string root_;
  const u64 deadline_ns_ = monotonic_ns() + places_patience_ns;
  std::vector<Blocked> blocked_;
  int threads_ = 0;
  std::array<std::set<std::string>, kinds.size()> seen_;
};

}  // namespace

std::string host_view_as_json(bool namespaces, const std::string& root) {
  View view{root};
  view.look(namespaces);
  if (!namespaces) view.read_stacks();
  return "{\"places\":[" + view.blocked_as_json() + "],\"namespaces\":[" +
         (namespaces ? view.namespaces_as_json() : std::string{}) + "],\"clockSynchronised\":" + clock_synchronised() +
         "}";
}

}  // namespace sandglass
