// The parts of the sandbox that run alone, each used once in every way, for valgrind (which cannot follow the launch
// itself: see docs/sandbox.md) and for g++'s assertions.
// usage: units               everything; needs root
//        units seeds FOLDER  writes today's valid messages as inputs of fuzz-decode
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "broker/host_view.h"
#include "demand.h"
#include "endings.h"
#include "handovers.h"
#include "kernel/clock.h"
#include "kernel/old_groups.h"
#include "run/output.h"
#include "slot/cpu_view.h"
#include "slot/rootfs.h"
#include "valid.h"
#include "wire/body.h"

namespace sandglass {
namespace {

std::string as_text(std::span<const u8> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

void decoding() {
  const auto run = run_message({}), slot = slot_message(1, 2, 61000, true);
  demand(decode_run(run, valid_run_descriptors).has_value(), "a valid run is refused");
  demand(decode_slot(slot, 2).has_value(), "a valid slot is refused");
  for (std::size_t n = 0; n < run.size(); ++n) {
    const std::vector<u8> prefix{run.begin(), run.begin() + static_cast<std::ptrdiff_t>(n)};
    demand(!decode_run(prefix, valid_run_descriptors), "a prefix of a run is accepted");
  }
  for (std::size_t n = 0; n < slot.size(); ++n) {
    const std::vector<u8> prefix{slot.begin(), slot.begin() + static_cast<std::ptrdiff_t>(n)};
    demand(!decode_slot(prefix, 2), "a prefix of a slot is accepted");
  }
  const auto exchange = run_message(exchange_shape());
  demand(decode_run(exchange, 2).has_value() && !decode_run(exchange, 1), "a valid exchange is refused");
  demand(!decode_run(run, 3), "a descriptor that did not come along is accepted");
  demand(!decode_slot(slot_message(1, 2, 1000), 0), "a slot as an ordinary user of the host is accepted");
}

void messages() {
  int ends[2];
  demand(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0, "socketpair");
  const Fd a{ends[0]};
  Fd b{ends[1]};
  const std::vector<u8> sent{1, 2, 3};
  const int carried[] = {0, 1, 2};
  u8 buffer[16], small[2];
  demand(transmit(a.get(), sent, carried) == 3, "transmit");
  const Packet whole = receive(b.get(), buffer, 0);
  demand(whole.status == 3 && whole.fds.size() == 3 && whole.bytes[2] == 3, "a message does not arrive whole");
  demand(transmit(a.get(), sent, carried) == 3, "transmit");
  const Packet cut = receive(b.get(), small, 0);
  demand(cut.status == -EMSGSIZE && cut.bytes.size() == 2 && cut.fds.size() == 3, "a message that is too large");
  demand(receive(b.get(), buffer, MSG_DONTWAIT).status == -EAGAIN, "a message from nowhere");
  demand(transmit(a.get(), sent, std::vector<int>(max_fds + 1, 0)) == -EINVAL, "too many descriptors are sent");
  b.reset();
  demand(transmit(a.get(), sent, {}) == -EPIPE && receive(a.get(), buffer, 0).status == 0, "a closed socket");
}

void bodies() {
  const auto message = run_message({});
  for (const bool sealed : {true, false}) {
    Packet packet;
    packet.fds.emplace_back(memfd_create("body", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    const int fd = packet.fds[0].get();
    demand(write(fd, message.data(), message.size()) == static_cast<ssize_t>(message.size()), "write");
    if (sealed) fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_WRITE);
    const u8 marker[8] = {0, 0, 0, 0, 7, 0, 0, 0};
    packet.bytes = marker;
    const Body body{packet};
    demand(body.id() == 7, "a large message has lost its number");
    demand((body.bytes().size() == message.size()) == sealed, "a body is taken when it is sealed, and only then");
    demand(packet.fds.size() == (sealed ? 0 : 1), "the body's descriptor");
  }
}

void outputs(const std::string& folder) {
  const std::string text(5000, 'x');
  const auto pour = [&](const Output& request, int sink) {
    auto stream = std::make_unique<OutputStream>();
    stream->open(request, sink, 0);
    demand(write(stream->program_end(), text.data(), text.size()) == 5000, "write");
    stream->close_program_end();
    stream->drain_rest();
    return stream;
  };
  Output request;
  request.capture_bytes = 100;
  request.limit_bytes = 5000;
  auto kept = pour(request, -1);
  demand(kept->total() == 5000 && !kept->over_limit() && kept->captured().size() == 100, "capturing output");
  kept->close();
  request.limit_bytes = 4999;
  demand(pour(request, -1)->over_limit(), "output over its limit");
  const Fd sink{open((folder + "/sink").c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
  request.limit_bytes = 4000;
  demand(pour(request, sink.get())->over_limit(), "output to a file over its limit");
  struct stat info {};
  demand(fstat(sink.get(), &info) == 0 && info.st_size == 4000, "the file holds what the limit allows");
}

bool openat2_works() {
  if (sys::call(SYS_openat2, AT_FDCWD, "/", nullptr, 0) != -ENOSYS) return true;
  std::printf("collecting from the box is left out: openat2 is not here (valgrind before 3.22)\n");
  return false;
}

void collecting(Box& box, const std::string& content) {
  Payload payload;
  std::vector<Collected> out;
  box.collect({"a/b/c", 100, false}, true, payload, out);
  box.collect({"link", 100, true}, false, payload, out);
  box.collect({"fifo", 100, true}, false, payload, out);
  box.collect({"a/b/c", 3, true}, false, payload, out);
  demand(out.size() == 2 && out[0].bytes == 7 && !out[0].too_large && out[1].too_large, "collecting files");
  demand(as_text(payload.inline_bytes()) == content, "collected bytes");
  Fd large{open("/box/large", O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  demand(ftruncate(large.get(), 1 << 20) == 0, "ftruncate");
  box.collect_tree({".", 2 << 20, 10}, payload, out);
  demand(payload.memfd() >= 0 && payload.size() == 7 + 7 + (1 << 20), "a payload that does not fit into memory");
  large.reset();
  payload.clear();
}

/** In a process of its own, whose root is a folder with the three places that programs may write. */
void box_inside() {
  Box box{0};
  box.open();
  const std::string content = "content";
  demand(box.pristine() && box.pristine(), "an untouched box is not pristine");
  Fd{sys::call(SYS_openat, AT_FDCWD, "/tmp", O_TMPFILE | O_WRONLY, 0600)}.reset();
  demand(!box.pristine(), "a file without a name is not seen");
  box.open();
  FileRequest file{"a/b/c", 0600, -1, {reinterpret_cast<const u8*>(content.data()), content.size()}};
  box.put(file, -1);
  demand(box.has_file_of(7) && !box.has_file_of(8), "files of a size");
  demand(symlink("/etc/passwd", "/box/link") == 0 && mkfifo("/box/fifo", 0600) == 0, "symlink");
  if (openat2_works()) collecting(box, content);
  bool refused = false;
  try {
    box.put({"link/x", 0600, -1, {}}, -1);
  } catch (const Failure& failure) {
    refused = failure.error == ENOTDIR;
  }
  demand(refused, "a file was put through a link");
  demand(!box.pristine(), "a box with files is called pristine");
}
void boxes(const std::string& folder) {
  const pid_t pid = fork();
  if (pid == 0) {
    // A tmpfs, as in a slot: on a disk other people's files would count among its inodes.
    demand(unshare(CLONE_NEWNS) == 0 && mount("none", "/", "none", MS_REC | MS_PRIVATE, nullptr) == 0 &&
               mount("box", folder.c_str(), "tmpfs", 0, nullptr) == 0,
           "a tmpfs of its own");
    for (const char* name : {"/box", "/tmp", "/dev", "/dev/shm"}) mkdir((folder + name).c_str(), 0755);
    demand(chroot(folder.c_str()) == 0 && chdir("/") == 0, "chroot");
    box_inside();
    std::_Exit(0);
  }
  int status = 1;
  waitpid(pid, &status, 0);
  demand(status == 0, "the box");
}

void mount_points(const std::string& folder) {
  const Fd root{open(folder.c_str(), O_DIRECTORY | O_PATH | O_CLOEXEC)};
  demand(make_mount_point(root.get(), "/new/deep", true) == 0 && make_mount_point(root.get(), "/new/file", false) == 0,
         "mount points");
  demand(symlink("/", (folder + "/out").c_str()) == 0 && make_mount_point(root.get(), "/out/x", true) < 0,
         "a mount point outside");
  demand(make_mount_point(root.get(), "/new/file/x", true) < 0, "a mount point below a file");
}

void views(const std::string& folder) {
  demand(cpu_list({0, 1, 2, 5, 7, 8}) == "0-2,5,7-8" && cpu_list({}).empty(), "lists of CPUs");
  demand(!usable_cpus().empty(), "no CPU");
  const std::string path = folder + "/view";
  for (const char* name : {"", "/proc", "/sys"}) mkdir((path + name).c_str(), 0755);
  const Fd root{open(path.c_str(), O_DIRECTORY | O_RDONLY | O_CLOEXEC)};
  const Fd memory = write_machine_view(root.get(), usable_cpus());
  for (const u64 bytes : {1ULL << 40, 65536ULL}) write_meminfo(memory.get(), bytes);
  demand(slurp(path + "/proc/meminfo").starts_with("MemTotal:       64 kB\n"), "meminfo");
  demand(slurp(path + "/proc/cpuinfo").find("processor") != std::string::npos, "cpuinfo");
}

void clocks() {
  demand(next_look_ns(1000, 5'000'000'000, 0, 1'000'000'000, 2) == 500'001'000, "the next look");
  demand(next_look_ns(1000, 2000, 0, 1'000'000'000'000'000, 1) == 2000, "the deadline is never missed");
  demand(next_look_ns(1000, 5'000'000, 7, 7, 0) == 101'000, "no look is too soon");
  LookPace pace;
  demand(pace.pause_ns(1'000'000, 5) == 100'000, "a run that may move is looked at often");
  demand(pace.pause_ns(20'000'000, 5) == 100'000, "a clock that does not move for a tick has not stopped");
  demand(pace.pause_ns(30'000'000, 5) == 2'000'000, "a run that sleeps below its limit is looked at seldom");
  demand(pace.pause_ns(31'000'000, 6) == 100'000, "one that moves again is looked at often");
  Timer timer;
  timer.set(1);
  timer.acknowledge();
  timer.stop();
}

/** A whole group's life but for programs in it. In a process of its own, which the group pins. */
void groups() {
  const pid_t pid = fork();
  if (pid == 0) {
    const CgroupHost host = find_cgroups();
    end_cgroups(host, stale_cgroups(host), 1'000'000'000, [] { return CpuShare::small; });
    const std::string name = owner_prefix() + "units";
    if (host.mode != CgroupHost::Mode::none) {
      const auto make = host.mode == CgroupHost::Mode::v1 ? make_cgroup_v1 : make_cgroup_v2;
      const auto group = make(host, name, cpu_list(usable_cpus()), "");
      for (const u64 bytes : {64ULL << 20, 128ULL << 20, 32ULL << 20}) group->begin(bytes, 4);
      u64 user = 0, system = 0;
      group->split_ns(user, system);
      char text[512];
      demand(read_at_start(group->cpu_fd(), text, sizeof text) > 0, "the group's clock");
      demand(group->parse_cpu_ns(text) <= group->cpu_ns(), "the group's clock goes backwards");
      demand(group->empty() && group->oom_kills() == 0, "a new group is not empty");
      group->finish();
      group->acknowledge_oom();
      group->tidy(~0ULL);
      for (const CpuShare cpu_share : {CpuShare::idle, CpuShare::small, CpuShare::ordinary})
        group->give_cpu_share(cpu_share);
      demand(group->drop_cache(), "page cache");
      // Its own process leaves the pinning before the folder can go.
      spit(host.cpuset + "/cgroup.procs", std::to_string(getpid()));
      demand(end_cgroups(host, {name}, 1'000'000'000, [] { return CpuShare::small; }), "a group is left");
    }
    std::_Exit(0);
  }
  int status = 1;
  waitpid(pid, &status, 0);
  demand(status == 0, "the control group");
}

void write_seed(const std::string& path, std::size_t descriptors, const std::vector<u8>& message) {
  std::ofstream file{path, std::ios::binary};
  file.put(static_cast<char>(descriptors));
  file.write(reinterpret_cast<const char*>(message.data()), static_cast<std::streamsize>(message.size()));
}

void write_seeds(const std::string& folder) {
  mkdir(folder.c_str(), 0755);
  write_seed(folder + "/run", valid_run_descriptors, run_message({}));
  RunShape plain;
  plain.in = plain.out = plain.err = 0;
  plain.program = ~0U;
  plain.binds.clear();
  plain.files.clear();
  plain.collect.clear();
  plain.tree = false;
  write_seed(folder + "/plain-run", 0, run_message(plain));
  write_seed(folder + "/exchange", 2, run_message(exchange_shape()));
  write_seed(folder + "/slot", 2, slot_message(1, 2, 61000, true));
  write_seed(folder + "/plain-slot", 0, slot_message(1, 2, 61000));
}

/** A file of a host below a folder. */
void put(const std::string& path, const std::string& text) {
  demand(std::system(("mkdir -p $(dirname " + path + ")").c_str()) == 0, "mkdir");
  std::ofstream{path} << text;
}

std::string stat_of(const char* number, const char* name, char state, int threads) {
  std::string text = std::string(number) + " (" + name + ") " + state;
  for (int field = 4; field < 20; ++field) text += " 0";
  return text + " " + std::to_string(threads) + " 0 100 0\n";
}

/** Threads count as processes do, and a stack at which the reader is caught costs no other's. */
void blocked_tasks(const std::string& folder) {
  const std::string root = folder + "/proc";
  put(root + "/7/stat", stat_of("7", "a) S (b", 'D', 1));
  put(root + "/7/wchan", "__wait_rcu_gp");
  put(root + "/7/stack", "[<0>] __wait_rcu_gp+0x1/0x2\n[<0>] free_ipc.isra.0+0x1/0x2\n[<0>] \"+0x1\nnothing\n");
  put(root + "/8/stat", stat_of("8", "java", 'S', 3));
  for (const char* thread : {"8", "9", "10"}) {
    const std::string own = root + "/8/task/" + thread;
    put(own + "/stat", stat_of(thread, "java", thread[0] == '1' ? 'D' : 'S', 3));
    put(own + "/wchan", "execve_waits");
    // Nobody writes into it: a reader's open waits, as for a task in the middle of execve.
    demand(mkfifo((own + "/stack").c_str(), 0600) == 0, "mkfifo");
  }
  put(root + "/11/stat", stat_of("11", "cp", 'D', 1));
  put(root + "/11/wchan", "folio_wait_bit");
  put(root + "/11/stack", "[<0>] folio_wait_bit_common+0x1/0x2\n");
  const u64 begun = monotonic_ns();
  const std::string json = host_view_as_json(false, root);
  demand(monotonic_ns() - begun < 10'000'000'000, "the reader of stacks is held up by one of them");
  for (
      const char* part : {
          R"({"wchan":"__wait_rcu_gp","pids":[7],"stacks":[{"pid":7,"functions":["__wait_rcu_gp","free_ipc.isra.0"]}]})",
          R"({"wchan":"execve_waits","pids":[10],"stacks":[]})",
          R"({"wchan":"folio_wait_bit","pids":[11],"stacks":[{"pid":11,"functions":["folio_wait_bit_common"]}]})",
      })
    demand(json.find(part) != std::string::npos, part);
  demand(json.find("[8]") == std::string::npos && json.find("[9]") == std::string::npos,
         "a thread that sleeps is called stuck");
}

/** Of a thousand tasks at one place each is placed, and the answer still fits into a message. */
void many_blocked_tasks(const std::string& folder) {
  const std::string root = folder + "/many";
  constexpr int count = 1028;
  for (int pid = 100'000; pid < 100'000 + count; ++pid) {
    const std::string number = std::to_string(pid), own = root + "/" + number;
    demand(std::filesystem::create_directories(own), "create_directories");
    std::ofstream{own + "/stat"} << stat_of(number.c_str(), "kworker", 'D', 1);
    std::ofstream{own + "/wchan"} << (pid % 4 == 0 ? "__purge_vmap_area_lazy" : "bpf_prog_pack_free");
  }
  const std::string json = host_view_as_json(false, root);
  demand(json.size() < 60'000, "the answer is too large for a message");
  demand(std::count(json.begin(), json.end(), ',') > count, "not every task is reported");
  const auto purging = json.find("\"__purge_vmap_area_lazy\""), freeing = json.find("\"bpf_prog_pack_free\"");
  demand(purging < freeing && freeing != std::string::npos, "a place is missing");
  demand(std::count(json.begin() + static_cast<std::ptrdiff_t>(freeing), json.end(), ',') > count * 3 / 4 - 8,
         "a task is not at its place");
}

}  // namespace
}  // namespace sandglass

int main(int count, char** arguments) {
  using namespace sandglass;
  if (count == 3 && std::strcmp(arguments[1], "seeds") == 0) {
    write_seeds(arguments[2]);
    return 0;
  }
  char folder[] = "/tmp/sandglass-units-XXXXXX";
  demand(mkdtemp(folder) != nullptr, "mkdtemp");
  try {
    decoding();
    messages();
    bodies();
    outputs(folder);
    boxes(folder);
    mount_points(folder);
    views(folder);
    clocks();
    groups();
    handovers();
    endings();
    blocked_tasks(folder);
    many_blocked_tasks(folder);
  } catch (const Failure& failure) {
    std::fprintf(stderr, "units: %s failed with errno %d\n", failure.step, failure.error);
    return 1;
  }
  if (std::system((std::string{"rm -rf "} + folder).c_str()) != 0) return 71;
  std::printf("all parts hold\n");
}
