// Talks to a real broker and its supervisors: valid requests, requests with odd parts, mutated ones, noise; with
// descriptors of every kind where files and folders are expected; cancelling, closing and hanging up at any moment.
// usage: talk SANDBOX SECONDS SEED     conversations SEED, SEED + 1, … until the time is over; at least one
//
// After every message: an answer, or the end of the slot, within 10 s. After every conversation: no process of the
// slot's user and no control group of the slot is left, the broker lives and has printed nothing (a report of a
// sanitizer or an uncaught exception goes there), and an ordinary run on an ordinary slot gives the ordinary answer.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/stat.h>

#include "live_broker.h"
#include "oddities.h"
#include "valid.h"

namespace sandglass {
namespace {

class Conversation {
 public:
  Conversation(Broker& broker, const Oddities& oddities, u64 seed) : broker_(broker), odd_(oddities), random_(seed) {}

  void hold() {
    Fd slot = broker_.make_slot();
    bool alive = true;
    for (u64 n = 1 + random_() % 6; alive && n > 0; --n) {
      if (random_() % 8 == 0) disturb_broker();
      alive = exchange(slot);
    }
    if (alive && random_() % 2 == 0) {
      note("an ordinary run on the same slot");
      alive = ordinary_run(slot);
      if (!alive && !handed_over_) wrong("the slot answered, and then did not do an ordinary run");
    }
    slot.reset();
    until("a process or a control group is left", [&] { return nothing_left(broker_); });
  }

 private:
  bool one_in(u64 n) { return random_() % n == 0; }

  template <typename T>
  T one_of(std::initializer_list<T> list) {
    return *(list.begin() + random_() % list.size());
  }

  u64 odd_number() {
    return one_of<u64>({0, 1, 2, 4095, 65536, 0x7fffffff, 0xffffffff, ~0ULL, 1ULL << 63, 999'999'999'999, random_()});
  }

  int odd_descriptor(std::vector<int>& fds) {
    const Oddity& one = odd_.any(random_);
    note("  descriptor %zu: %s", fds.size(), one.what);
    fds.push_back(one.fd.get());
    return static_cast<int>(fds.size()) - 1;
  }

  int descriptor(std::vector<int>& fds, const char* usual) {
    if (one_in(3)) return odd_descriptor(fds);
    fds.push_back(odd_.named(usual).fd.get());
    return static_cast<int>(fds.size()) - 1;
  }

  std::string odd_path() {
    // clang-format off
    return one_of<std::string>({"/judge/in", "/box", "/box/x", "/tmp", "/proc", "/proc/self", "/proc/.pids", "/proc/.pids-a",
                                "/dev/null", "/dev/shm", "/program", "/program/x", "/usr", "/usr/bin/true", "/etc", "/etc/passwd", "/.scratch",
                                "/.scratch/box", "/sys", "/new", "/new/deeper/still", "/root", "/" + std::string(255, 'n')});
    // clang-format on
  }

  /** A request in order but for some of its parts. */
  std::vector<u8> odd_run(std::vector<int>& fds) {
    RunShape s;
    s.id = ++id_;
    // clang-format off
    s.argv = one_of<std::vector<std::string>>({{"/bin/cat", "-"}, {"/bin/true"}, {"/bin/sh", "-c", "echo a >out; echo b >&2; exit 3"},
                                               {"/bin/sh", "-c", "sleep 1000 & sleep 1000 & exit"}, {"/bin/sleep", "1000"},
                                               {"/bin/sh", "-c", "yes"}, {"true"}, {"nothing-of-that-name"}, {"/box/a/b"},
                                               {"/program/x"}, {std::string(5000, 'a')}, {"/"}});
    // clang-format on
    s.in = static_cast<u8>(random_() % 4);
    s.in_descriptor = static_cast<u32>(descriptor(fds, s.in == 3 ? "empty pipe" : "file"));
    s.out = one_of<u8>({0, 1, 2, 4});
    s.out_descriptor = static_cast<u32>(descriptor(fds, s.out == 4 ? "writing end" : "writable file"));
    s.err = static_cast<u8>(random_() % 4);
    s.err_descriptor = s.err == 1 ? static_cast<u32>(descriptor(fds, "writable file")) : 0;
    s.program = one_in(2) ? ~0U : static_cast<u32>(descriptor(fds, "folder"));
    s.binds.clear();
    for (u64 n = random_() % 3; n > 0; --n) s.binds.emplace_back(odd_path(), descriptor(fds, "path of a file"));
    s.files.clear();
    for (u64 n = random_() % 3; n > 0; --n) {
      s.files.emplace_back(one_of<std::string>({"a/b", "out", "a", std::string(255, 'f')}),
                           one_in(2) ? ~0U : descriptor(fds, "file"));
    }
    s.tree = one_in(2);
    if (one_in(4)) {
      s.exchange = {descriptor(fds, "writing end"), descriptor(fds, "empty pipe")};
      if (!one_in(6)) s.in = s.out = s.err = 0;
    }
    if (one_in(6)) s.cwd = one_of<std::string>({"/", "/nowhere", "/proc/self/fd", std::string(4000, '/')});
    if (one_in(6)) s.memory_bytes = odd_number();
    if (one_in(6)) s.file_bytes = odd_number();
    if (one_in(6)) s.box_bytes = one_in(2) ? odd_number() : u64{1} << (16 + random_() % 12);
    if (one_in(6)) s.stack_bytes = odd_number();
    if (one_in(6)) s.processes = static_cast<u32>(odd_number());
    if (one_in(6)) s.open_files = static_cast<u32>(odd_number());
    if (one_in(6)) s.wall_us = odd_number();
    if (one_in(6)) s.cpu_us = odd_number();
    return run_message(s);
  }

  void mutate(std::vector<u8>& bytes) {
    for (u64 n = 1 + random_() % 4; n > 0 && !bytes.empty(); --n) {
      const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(random_() % bytes.size());
      switch (random_() % 5) {
        case 0: *at = static_cast<u8>(random_()); break;
        case 1: bytes.erase(at); break;
        case 2: bytes.insert(at, static_cast<u8>(random_())); break;
        case 3: *at = one_in(2) ? 0xff : 0; break;
        default: bytes.resize(random_() % bytes.size()); break;
      }
    }
  }

  /** The way of requests that are too large for one message. */
  void into_memory_file(std::vector<u8>& bytes, std::vector<int>& fds) {
    const bool sealed = !one_in(4);
    body_ = Fd{memfd_create("request", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    if (write(body_.get(), bytes.data(), bytes.size()) < 0) wrong("memory file");
    if (sealed) fcntl(body_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    note("  in a memory file%s", sealed ? "" : " that is not sealed");
    fds.insert(fds.begin(), one_in(6) ? odd_.any(random_).fd.get() : body_.get());
    bytes.assign(one_of<std::size_t>({4, 4, 4, 8, 3, 60}), 0);
  }

  /** One message and its answer; false when the slot has ended. */
  bool exchange(const Fd& slot) {
    std::vector<int> fds;
    std::vector<u8> bytes;
    exact_ = false;
    switch (random_() % 10) {
      case 0:
        note("noise");
        bytes.resize(random_() % 300);
        for (u8& b : bytes) b = static_cast<u8>(random_());
        while (one_in(2)) odd_descriptor(fds);
        break;
      case 1:
        note("a message that is too large");
        bytes.assign(70'000, 1);
        break;
      case 2:
        note("a request of the broker's");
        bytes = slot_message(1, 1, uid_base);
        break;
      case 3:
      case 4:
        note("a mutated request");
        bytes = odd_run(fds);
        mutate(bytes);
        break;
      default:
        note("a request");
        bytes = odd_run(fds);
        exact_ = true;
        break;
    }
    if (one_in(5)) into_memory_file(bytes, fds);
    if (one_in(20)) {
      note("  with as many descriptors as there can be");
      while (fds.size() < max_fds) fds.push_back(odd_.any(random_).fd.get());
    }
    if (!say(slot, bytes, fds)) return false;
    if (bytes.empty()) return false;  // the end of the stream, in this kind of socket
    return await_answer(slot, bytes);
  }

  /** What a supervisor says while a run goes on. */
  static bool is_question(const std::vector<u8>& bytes) {
    Reader r{bytes};
    const u32 type = r.get_u32();
    return type == static_cast<u32>(Reply::silence) || type == static_cast<u32>(Reply::inspection);
  }

  /** After an answer, or instead of one: the supervisor takes no other run, a successor would (handover.h). */
  void look_for_handover(const Heard& heard) {
    Reader r{heard.bytes};
    const u32 type = r.get_u32(), id = r.get_u32();
    if (type == static_cast<u32>(Reply::failure) && id == 0) {
      r.text();
      handed_over_ = handed_over_ || (r.get_u32() == 0 && r.ok());
    }
    // Outcome, exit code, signal, fifteen numbers and three marks come before it.
    constexpr std::size_t mark = 4 + 4 + 1 + 4 + 4 + 15 * 8 + 3;
    if (type == static_cast<u32>(Reply::result) && heard.bytes.size() > mark)
      handed_over_ = handed_over_ || heard.bytes[mark] != 0;
  }

  /** What a client says while a run goes on. */
  void disturb_run(const Fd& slot) {
    Writer w;
    w.put_u32(static_cast<u32>(one_of<Kind>({Kind::inspect, Kind::interactor_waits, Kind::cancel})));
    w.put_u32(one_in(4) ? 0 : id_);
    if (one_in(2)) w.put_u64(odd_number());
    if (one_in(2)) w.byte(static_cast<u8>(random_()));
    say(slot, {w.bytes().begin(), w.bytes().end()}, {});
  }

  bool await_answer(const Fd& slot, const std::vector<u8>& bytes) {
    Reader r{bytes};
    const u32 kind = r.get_u32();
    for (const Kind unanswered : {Kind::cancel, Kind::inspect, Kind::interactor_waits}) {
      if (kind == static_cast<u32>(unanswered)) return true;
    }
    if (one_in(12)) {
      note("  hung up");
      return false;
    }
    bool ends = false;
    for (u64 n = one_in(4) ? random_() % 4 : 0; n > 0; --n) disturb_run(slot);
    std::optional<Heard> heard = one_in(4) ? std::nullopt : hear(slot, 150);
    if (!heard) {
      ends = cancel(slot);
      heard = hear(slot, patience_ms);
    }
    while (heard && !heard->gone && is_question(heard->bytes)) heard = hear(slot, patience_ms);
    if (!heard) wrong("no answer");
    look_for_handover(*heard);
    if (heard->gone || ends || handed_over_) return false;
    Reader answer{heard->bytes};
    const u32 type = answer.get_u32();
    if (type != static_cast<u32>(Reply::result) && type != static_cast<u32>(Reply::failure)) wrong("a strange answer");
    return true;
  }

  /** A mutated request may have another number: only closing is sure to end it. True when the slot ends with it. */
  bool cancel(const Fd& slot) {
    const bool closing = !exact_ || one_in(2);
    note(closing ? "  closed" : "  cancelled");
    Writer w;
    w.put_u32(static_cast<u32>(closing ? Kind::close : Kind::cancel));
    w.put_u32(id_);
    say(slot, {w.bytes().begin(), w.bytes().end()}, {});
    return closing;
  }

  bool ordinary_run(const Fd& slot) {
    RunShape s;
    s.id = ++id_;
    s.argv = {"/bin/sh", "-c", "cat; ls -A /box /tmp /dev/shm /judge /program; pwd"};
    s.in = 2;
    s.program = ~0U;
    s.binds.clear();
    s.files.clear();
    s.collect.clear();
    s.tree = false;
    if (!say(slot, run_message(s), {})) {
      if (const auto last = hear(slot, 0)) look_for_handover(*last);
      return false;
    }
    while (true) {
      const auto heard = hear(slot, patience_ms);
      if (!heard || heard->gone) return false;
      look_for_handover(*heard);
      Reader r{heard->bytes};
      const u32 type = r.get_u32(), id = r.get_u32();
      if (id != s.id) continue;  // the answer to what was cancelled
      static const std::string_view right =
          "what the program reads\n/box:\n\n/dev/shm:\n\n/judge:\n\n/program:\n\n/tmp:\n/box\n";
      const std::string_view all{reinterpret_cast<const char*>(heard->bytes.data()), heard->bytes.size()};
      if (type == static_cast<u32>(Reply::result) && r.byte() == 0 && r.get_u32() == 0 && all.find(right) != all.npos)
        return true;
      story += printable(heard->bytes);
      return false;
    }
  }

  void disturb_broker() {
    std::vector<int> fds;
    std::vector<u8> bytes = slot_message(1, ordinal + 1, uid_base, one_in(2));
    note("nonsense for the broker");
    if (one_in(2)) {
      odd_descriptor(fds);
      odd_descriptor(fds);
    }
    if (!one_in(4)) mutate(bytes);
    if (one_in(10)) bytes.resize(100'000);
    if (one_in(6)) into_memory_file(bytes, fds);
    if (bytes.empty()) return;  // the end of the stream
    if (!say(broker_.socket(), bytes, fds)) wrong("the broker is gone");
    // Slots made by accident end when their sockets are closed.
    auto heard = hear(broker_.socket(), patience_ms);
    if (!heard) wrong("the broker does not answer");
    if (heard->gone) wrong("the broker is gone");
  }

  Broker& broker_;
  const Oddities& odd_;
  Random random_;
  Fd body_;
  u32 id_ = 100;
  /** The last request was sent as it was made. */
  bool exact_ = false, handed_over_ = false;
};

}  // namespace
}  // namespace sandglass

int main(int count, char** arguments) {
  using namespace sandglass;
  if (count != 4) {
    std::fprintf(stderr, "usage: talk SANDBOX SECONDS SEED\n");
    return 64;
  }
  signal(SIGPIPE, SIG_IGN);
  // Sanitizers report aborts too, and never wait to look for leaks: processes end by exit_group.
  setenv("ASAN_OPTIONS", "handle_abort=1:detect_leaks=0:symbolize=1", 1);
  char folder[] = "/tmp/sandglass-talk-XXXXXX";
  if (mkdtemp(folder) == nullptr) return 71;
  chmod(folder, 0755);
  const u64 end = monotonic_ns() + static_cast<u64>(std::atoi(arguments[2])) * 1'000'000'000;
  const u64 first = static_cast<u64>(std::atoll(arguments[3]));
  u64 n = 0;
  {
    const Oddities oddities{folder};
    Broker broker{arguments[1]};
    do {
      conversation = first + n++;
      story.clear();
      Conversation{broker, oddities, conversation}.hold();
      if (!printed_by_the_broker().empty()) wrong("something was printed");
    } while (monotonic_ns() < end);
    story.clear();
    broker.end();
    if (!printed_by_the_broker().empty()) wrong("something was printed at the end");
  }
  if (std::system((std::string{"rm -rf "} + folder).c_str()) != 0) return 71;
  std::printf("%llu conversations\n", static_cast<unsigned long long>(n));
}
