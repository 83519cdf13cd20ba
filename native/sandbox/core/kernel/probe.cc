#include "kernel/probe.h"

#include <functional>
#include <linux/mount.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/utsname.h>
#include <sys/wait.h>

namespace sandglass {
namespace {

/** Whether `attempt` returns true in a forked child. */
bool works(const std::function<bool()>& attempt) {
  const pid_t pid = fork();
  if (pid == 0) _exit(attempt() ? 0 : 1);
  int status = 1;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool can_unshare(unsigned long flag) {
  return works([flag] { return sys::call(SYS_unshare, flag) == 0; });
}

bool can_open_tree() {
  return works([] { return sys::call(SYS_open_tree, AT_FDCWD, "/", OPEN_TREE_CLONE | O_CLOEXEC) >= 0; });
}

bool can_set_attributes() {
  return works([] {
    const long tree = sys::call(SYS_open_tree, AT_FDCWD, "/", OPEN_TREE_CLONE | O_CLOEXEC);
    mount_attr attributes{};
    attributes.attr_set = MOUNT_ATTR_RDONLY;
    return sys::call(SYS_mount_setattr, tree, "", AT_EMPTY_PATH, &attributes, sizeof attributes) == 0;
  });
}

bool can_limit_proc() {
  return works([] {
    const long context = sys::call(SYS_fsopen, "proc", 0);
    return sys::call(SYS_fsconfig, context, FSCONFIG_SET_STRING, "subset", "pid", 0) == 0;
  });
}

bool has_seccomp() {
  const u32 action = SECCOMP_RET_KILL_PROCESS;
  return sys::call(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

class Json {
 public:
  void open(const char* key = nullptr) {
    name(key);
    text_ += "{";
    first_ = true;
  }
  void close() {
    text_ += "}";
    first_ = false;
  }
  void put(const char* key, bool value) {
    name(key);
    text_ += value ? "true" : "false";
  }
  void put(const char* key, const std::string& value) {
    name(key);
    text_ += quoted(value);
  }
  void put(const char* key, const std::vector<std::string>& values) {
    name(key);
    text_ += "[";
    for (std::size_t i = 0; i < values.size(); ++i) text_ += (i > 0 ? "," : "") + quoted(values[i]);
    text_ += "]";
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  static std::string quoted(const std::string& value) {
    std::string out = "\"";
    for (const char c : value) {
      if (c == '"' || c == '\\') out += '\\';
      if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
    return out + "\"";
  }
  void name(const char* key) {
    if (!first_) text_ += ",";
    first_ = false;
    if (key != nullptr) text_ += quoted(key) + ":";
  }
  std::string text_;
  bool first_ = true;
};

}  // namespace

std::string probe_as_json(const CgroupHost& host, bool sysinfo, bool setups_are_delayed) {
  utsname name{};
  uname(&name);
  const bool pid = can_unshare(CLONE_NEWPID), mount = can_unshare(CLONE_NEWNS), net = can_unshare(CLONE_NEWNET);
  const bool ipc = can_unshare(CLONE_NEWIPC), uts = can_unshare(CLONE_NEWUTS);
  const bool seccomp = has_seccomp(), open_tree = can_open_tree(), set_attributes = can_set_attributes();
  const bool subset = can_limit_proc();
  std::vector<std::string> weaker = host.weaker;
  if (!set_attributes) weaker.push_back("no mount_setattr (Linux < 5.12): runs are not possible");
  if (!subset) weaker.push_back("procfs without subset=pid (Linux < 5.8): /proc/.pids shows the host's files");
  if (!sysinfo)
    weaker.push_back(
        "no seccomp notifications: sysinfo(2), and its callers (glibc's sysconf(_SC_PHYS_PAGES)), report the host's "
        "memory");
  if (setups_are_delayed) {
    weaker.push_back("SANDGLASS_TEST_SETUP_DELAY is set: tests can make the set-up of every run take longer");
  }
  const bool delay = slurp("/proc/sys/kernel/task_delayacct") == "1\n";
  if (!delay)
    weaker.push_back("delay accounting is off (sysctl kernel.task_delayacct=0): block-I/O delay is not reported");
  const bool schedule = !slurp("/proc/self/schedstat").empty();

  const char* generation = host.mode == CgroupHost::Mode::v1   ? "v1"
                           : host.mode == CgroupHost::Mode::v2 ? "v2"
                                                               : "missing";
  const auto where = [&](const std::string& folder) { return std::string{folder.empty() ? "missing" : generation}; };
  Json j;
  j.open();
  j.put("kernel", std::string{name.release});
  j.put("architecture", std::string{name.machine});
  j.open("cgroup");
  j.put("mode", std::string{host.mode == CgroupHost::Mode::none ? "none"
                            : host.mode == CgroupHost::Mode::v2 ? "v2"
                            : host.v2_mounted                   ? "hybrid"
                                                                : "v1"});
  j.open("controllers");
  j.put("memory", where(host.memory));
  j.put("cpuacct", where(host.cpuacct));
  j.put("pids", where(host.pids));
  j.put("cpuset", where(host.cpuset));
  j.close();
  j.put("cloneInto", host.clone_into);
  j.put("memoryPeak", host.memory_peak);
  j.put("memoryPeakReset", host.memory_peak_reset);
  j.put("swapAccounting", host.swap_accounting);
  j.put("kill", host.kill);
  j.close();
  j.open("namespaces");
  j.put("pid", pid);
  j.put("mount", mount);
  j.put("network", net);
  j.put("ipc", ipc);
  j.put("uts", uts);
  j.close();
  j.put("seccomp", seccomp);
  j.put("openTree", open_tree);
  j.put("mountSetattr", set_attributes);
  j.put("procSubset", subset);
  j.put("sysinfo", sysinfo);
  j.put("delayAccounting", delay);
  j.put("scheduleStatistics", schedule);
  j.put("usable", host.mode != CgroupHost::Mode::none && pid && mount && net && ipc && uts && seccomp && open_tree &&
                      set_attributes);
  j.put("weaker", weaker);
  j.close();
  return j.text();
}

}  // namespace sandglass
