#include "run.h"

#include <csignal>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "cpu_view.h"
#include "input_wait.h"

namespace sandglass {
namespace {

/** A killed process must be gone after this; later it hangs in the kernel and the slot is given up. */
constexpr u64 patience_ns = 5'000'000'000;

/**
 * Outputs are left alone this long at the start and after a small piece was drained: a program that prints line by line
 * would otherwise be interrupted at every line. The pipe holds far more than is printed in that time.
 */
constexpr u64 output_rest_ns = 500'000;
constexpr u64 small_piece = 64 * 1024;

int signal_pidfd(int pidfd, int signal) {
  return static_cast<int>(sys::call(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0));
}

void await_readable(int fd, const char* step) {
  pollfd one{fd, POLLIN, 0};
  const timespec limit{static_cast<time_t>(patience_ns / 1'000'000'000), 0};
  while (true) {
    const long n = sys::call(SYS_ppoll, &one, 1, &limit, nullptr, 0);
    if (n > 0) return;
    if (n == 0) throw Failure{step, ETIMEDOUT};
    if (n != -EINTR) must(step, n);
  }
}

/** The value of PATH in the run's environment. */
std::string_view search_path(const RunRequest& request) {
  for (const std::string& entry : request.env) {
    if (entry.starts_with("PATH=")) return std::string_view{entry}.substr(5);
  }
  return "/usr/local/bin:/usr/bin:/bin";
}

}  // namespace

Run::~Run() {
  if (!launched_.pidfd.valid() || reaped_) return;
  // A failure after the start. Bounded: a process stuck in the kernel costs the slot, not this thread.
  signal_pidfd(launched_.pidfd.get(), SIGKILL);
  for (int i = 0; i < 2000; ++i) {
    siginfo_t info{};
    const long result = sys::call(SYS_waitid, P_PIDFD, launched_.pidfd.get(), &info, WEXITED | WNOHANG, nullptr);
    if (result < 0 || info.si_pid != 0) return;
    const timespec pause{0, 1'000'000};
    sys::call(SYS_nanosleep, &pause, nullptr);
  }
}

void Run::put_files() {
  for (const FileRequest& file : request_.files) {
    shop_.box.put(file, file.fd >= 0 ? fds_[static_cast<std::size_t>(file.fd)].get() : -1);
  }
}

int Run::input() {
  switch (request_.in.from) {
    case Input::From::pipe:
      give_pipe(fds_[static_cast<std::size_t>(request_.in.fd)].get(), O_RDONLY, shop_.world.uid);
      [[fallthrough]];
    case Input::From::descriptor:
      return fds_[static_cast<std::size_t>(request_.in.fd)].get();
    case Input::From::bytes: {
      made_input_ = Fd{must("memfd", sys::call(SYS_memfd_create, "stdin", MFD_CLOEXEC))};
      for (auto bytes = request_.in.bytes; !bytes.empty();) {
        const long n = must("memfd write", sys::call(SYS_write, made_input_.get(), bytes.data(), bytes.size()));
        bytes = bytes.subspan(static_cast<std::size_t>(n));
      }
      must("memfd rewind", sys::call(SYS_lseek, made_input_.get(), 0, SEEK_SET));
      return made_input_.get();
    }
    case Input::From::nothing:
      break;
  }
  if (exchange_) return exchange_->program_input();
  return shop_.world.null.get();
}

void Run::open_outputs() {
  const auto sink = [&](const Output& o) {
    return o.to == Output::To::descriptor ? fds_[static_cast<std::size_t>(o.fd)].get() : -1;
  };
  const auto used = [](const Output& o) { return o.to == Output::To::descriptor || o.to == Output::To::capture; };
  if (used(request_.out)) shop_.out.open(request_.out, sink(request_.out), shop_.world.uid);
  if (used(request_.err)) shop_.err.open(request_.err, sink(request_.err), shop_.world.uid);
}

void Run::open_exchange() {
  if (request_.exchange) {
    exchange_.emplace(*request_.exchange, fds_, request_.limits.wall_us, request_.out.limit_bytes, shop_.world.uid);
  }
  if (request_.out.to == Output::To::pipe) {
    give_pipe(fds_[static_cast<std::size_t>(request_.out.fd)].get(), O_WRONLY, shop_.world.uid);
  }
}

/** The program has them now; ours would keep the other side from hearing of its end. */
void Run::close_given_pipes() {
  if (request_.in.from == Input::From::pipe) fds_[static_cast<std::size_t>(request_.in.fd)].reset();
  if (request_.out.to == Output::To::pipe) fds_[static_cast<std::size_t>(request_.out.fd)].reset();
}

LaunchPlan Run::plan(int in) {
  LaunchPlan p;
  const auto end = [&](const OutputStream& s) { return s.program_end() >= 0 ? s.program_end() : shop_.world.null.get(); };
  p.in = in;
  p.out = exchange_                            ? exchange_->program_output()
          : request_.out.to == Output::To::pipe ? fds_[static_cast<std::size_t>(request_.out.fd)].get()
                                                : end(shop_.out);
  p.err = request_.err.to == Output::To::same_as_stdout ? p.out : end(shop_.err);
  p.cwd = request_.cwd.c_str();
  p.uid = shop_.world.uid;
  p.nice = request_.nice;
  p.setup_delay_us = shop_.test_hooks ? request_.setup_delay_us : 0;
  p.limits = request_.limits;
  const std::string& name = request_.argv[0];
  if (name.find('/') != std::string::npos) {
    p.programs.push_back(name.c_str());
  } else {
    std::string_view path = search_path(request_);
    while (true) {
      const auto colon = path.find(':');
      if (colon != 0 && !path.empty()) candidates_.push_back(std::string{path.substr(0, colon)} + "/" + name);
      if (colon == std::string_view::npos) break;
      path.remove_prefix(colon + 1);
    }
    for (const std::string& c : candidates_) p.programs.push_back(c.c_str());
    if (p.programs.empty()) throw Failure{"execve", ENOENT};
  }
  for (const std::string& a : request_.argv) p.argv.push_back(const_cast<char*>(a.c_str()));
  for (const std::string& e : request_.env) p.envp.push_back(const_cast<char*>(e.c_str()));
  p.argv.push_back(nullptr);
  p.envp.push_back(nullptr);
  return p;
}

void Run::kill_run(int init, Outcome why) {
  if (killed_) return;
  killed_ = true;
  kill_reason_ = why;
  // The program itself first: process 1 needs a turn on the core to take the rest of its PID namespace with it.
  signal_pidfd(launched_.pidfd.get(), SIGKILL);
  // It executes nothing of its own any more, but dying takes a turn on the core too: the next one.
  const sched_param before_us{2};
  sys::call(SYS_sched_setscheduler, launched_.pid, SCHED_FIFO, &before_us);
  signal_pidfd(init, SIGKILL);
}

Word Run::hear() {
  alignas(8) u8 buffer[64];
  const Packet packet = receive(shop_.socket, buffer, MSG_DONTWAIT);
  if (packet.status == -EAGAIN || packet.status == -EINTR) return Word::go_on;
  if (packet.status <= 0) return Word::gone;
  Reader r{packet.bytes};
  const auto kind = static_cast<Kind>(r.word());
  const u32 id = r.word();
  if (kind == Kind::cancel && id == request_.id) return Word::cancel;
  if (kind == Kind::close) return Word::gone;
  if (kind == Kind::inspect && id == request_.id) {
    Writer w;
    w.word(static_cast<u32>(Reply::inspection));
    w.word(id);
    w.byte(static_cast<u8>(look_for_input_wait()));
    transmit(shop_.socket, w.bytes(), {});
  }
  if (kind == Kind::interactor_waits && id == request_.id && exchange_) {
    const u64 serial = r.wide();
    const bool surely = r.byte() != 0;
    if (r.finished()) exchange_->interactor_waits(serial, surely);
  }
  return Word::go_on;
}

u64 Run::next_wall_look_ns() const {
  return exchange_ ? exchange_->next_look_ns() : launched_.start_ns + request_.limits.wall_us * 1000;
}

void Run::mind_exchange(const pollfd* fds, int init) {
  exchange_->move(fds);
  switch (exchange_->stop()) {
    case Exchange::Stop::none: break;
    case Exchange::Stop::program_output: kill_run(init, Outcome::output_limit); break;
    case Exchange::Stop::program_wall:
    case Exchange::Stop::deadlock: kill_run(init, Outcome::wall_limit); break;
    case Exchange::Stop::interactor_output:
    case Exchange::Stop::interactor_wall:
    case Exchange::Stop::grace: kill_run(init, Outcome::cancelled); break;
  }
  // A turn that has come back may end before the instant that was right while it was the other's.
  if (const u64 next = exchange_->next_look_ns(); !killed_ && next < shop_.timer.instant()) shop_.timer.set(next);
}

/** The program is dead, the interactor may still read what it said, judge and end. */
void Run::end_exchange() {
  exchange_->program_ended(end_ns_);
  while (!exchange_->over() && exchange_->stop() == Exchange::Stop::none && !gone_) {
    shop_.timer.set(exchange_->next_look_ns());
    pollfd fds[2 + Exchange::poll_slots] = {{shop_.timer.fd(), POLLIN, 0}, {shop_.socket, POLLIN, 0}};
    exchange_->ask(fds + 2);
    if (sys::call(SYS_ppoll, fds, 2 + Exchange::poll_slots, nullptr, nullptr, 0) < 0) continue;
    exchange_->move(fds + 2);
    if (fds[0].revents != 0) {
      shop_.timer.acknowledge();
      exchange_->look(monotonic_ns());
    }
    if (fds[1].revents != 0) {
      const Word word = hear();
      if (word == Word::gone) gone_ = true;
      if (word != Word::go_on) break;
    }
  }
  const u64 now = monotonic_ns();
  exchange_->finish(now);
  waited_ns_ += now - end_ns_;
}

void Run::look_at_clocks(int init) {
  // A timer in the past would keep this thread, which goes first, from letting the killed program die.
  if (killed_) return;
  const u64 now = monotonic_ns();
  const u64 used = shop_.world.cgroup->cpu_ns() - launched_.cpu_base_ns;
  const u64 cpu_limit = request_.limits.cpu_us * 1000;
  if (exchange_) exchange_->look(now);
  const u64 deadline = next_wall_look_ns();
  if (shop_.world.cgroup->oom_kills() > 0) {
    kill_run(init, Outcome::memory_limit);
  } else if (used >= cpu_limit) {
    kill_run(init, Outcome::cpu_limit);
  } else if (!exchange_ && now >= deadline) {
    waits_.last_look(now, used);
    kill_run(init, Outcome::wall_limit);
  } else {
    waits_.look(now, used);
    const auto cpus = static_cast<u32>(shop_.world.cpus.size());
    shop_.timer.set(std::min(next_look_ns(now, deadline, used, cpu_limit, cpus), waits_.next_ns()));
  }
}

void Run::watch(int init) {
  waits_.open(launched_.start_ns);
  shop_.timer.set(std::min(waits_.next_ns(),
                           next_look_ns(launched_.start_ns, next_wall_look_ns(), 0, request_.limits.cpu_us * 1000,
                                        static_cast<u32>(shop_.world.cpus.size()))));
  Cgroup& cgroup = *shop_.world.cgroup;
  u64 rest_until = launched_.start_ns + output_rest_ns;
  while (true) {
    const bool outputs = shop_.out.fd() >= 0 || shop_.err.fd() >= 0;
    const u64 now = monotonic_ns();
    const bool resting = outputs && !killed_ && now < rest_until;
    // After a kill nothing but the death counts: an output that nobody takes any more would be ready for ever.
    const bool deaf = resting || killed_;
    pollfd fds[6 + Exchange::poll_slots] = {{launched_.pidfd.get(), POLLIN, 0}, {killed_ ? -1 : shop_.timer.fd(), POLLIN, 0},
                     {deaf ? -1 : shop_.out.fd(), POLLIN, 0}, {deaf ? -1 : shop_.err.fd(), POLLIN, 0},
                     {killed_ ? -1 : cgroup.oom_fd(), cgroup.oom_events(), 0}, {gone_ ? -1 : shop_.socket, POLLIN, 0}};
    const u64 pause = resting ? rest_until - now : patience_ns;
    const timespec limit{static_cast<time_t>(pause / 1'000'000'000), static_cast<long>(pause % 1'000'000'000)};
    if (exchange_) exchange_->ask(fds + 6);
    const unsigned watched = exchange_ && !killed_ ? 6 + Exchange::poll_slots : 6;
    const long n = sys::call(SYS_ppoll, fds, watched, killed_ || resting ? &limit : nullptr, nullptr, 0);
    if (n == 0 && !resting) throw Failure{"kill", ETIMEDOUT};
    if (n <= 0) continue;
    if (fds[0].revents != 0) {
      end_ns_ = monotonic_ns();
      return;
    }
    if (fds[1].revents != 0) {
      shop_.timer.acknowledge();
      look_at_clocks(init);
    }
    if (fds[4].revents != 0) {
      // v1 tells of the shortage just before the kill: a look a moment later sees it counted.
      cgroup.acknowledge_oom();
      if (!killed_) shop_.timer.set(monotonic_ns() + 500'000);
    }
    const u64 drained = shop_.out.total() + shop_.err.total();
    if (fds[2].revents != 0 && shop_.out.drain()) kill_run(init, Outcome::output_limit);
    if (fds[3].revents != 0 && shop_.err.drain()) kill_run(init, Outcome::output_limit);
    if ((fds[2].revents | fds[3].revents) != 0 && shop_.out.total() + shop_.err.total() - drained < small_piece) {
      rest_until = monotonic_ns() + output_rest_ns;
    }
    if (fds[5].revents != 0) {
      const Word word = hear();
      if (word == Word::gone) gone_ = true;
      if (word != Word::go_on) kill_run(init, Outcome::cancelled);
    }
    if (exchange_ && !killed_) mind_exchange(fds + 6, init);
  }
}

/** Run-queue delay and block-I/O delay of the main thread, readable until it is reaped. */
void Run::read_schedule(RunResult& result) const {
  char text[1024];
  const Fd schedule{sys::call(SYS_openat, AT_FDCWD, "/proc/.pids/2/schedstat", O_RDONLY | O_CLOEXEC)};
  if (schedule.valid() && read_at_start(schedule.get(), text, sizeof text) > 0) {
    if (const char* second = std::strchr(text, ' ')) {
      result.run_queue_us = static_cast<i64>(parse_u64(second + 1) / 1000);
    }
  }
  if (!shop_.delay_accounting) return;
  const Fd stat{sys::call(SYS_openat, AT_FDCWD, "/proc/.pids/2/stat", O_RDONLY | O_CLOEXEC)};
  if (!stat.valid() || read_at_start(stat.get(), text, sizeof text) <= 0) return;
  const char* p = std::strrchr(text, ')');
  // Field 42, delayacct_blkio_ticks; the closing bracket ends field 2.
  for (int field = 2; p != nullptr && field < 42; ++field) p = std::strchr(p + 1, ' ');
  if (p != nullptr) result.block_io_us = static_cast<i64>(parse_u64(p + 1) * 10'000);
}

void Run::end_everything(Fd& init, RunResult& result) {
  read_schedule(result);
  siginfo_t info{};
  struct rusage usage{};
  while (sys::call(SYS_waitid, P_PIDFD, launched_.pidfd.get(), &info, WEXITED, &usage) == -EINTR) {
  }
  reaped_ = true;
  if (info.si_code == CLD_EXITED) {
    result.exit_code = info.si_status;
  } else {
    result.signal = info.si_status;
  }
  result.major_faults = static_cast<u64>(usage.ru_majflt);
  result.minor_faults = static_cast<u64>(usage.ru_minflt);
  result.voluntary = static_cast<u64>(usage.ru_nvcsw);
  result.involuntary = static_cast<u64>(usage.ru_nivcsw);
  if (killed_ || !shop_.world.cgroup->empty()) {
    // Somebody was left behind (or the namespace is already dying): nobody may live when the answer goes out.
    signal_pidfd(init.get(), SIGKILL);
    await_readable(init.get(), "end of PID namespace");
    while (sys::call(SYS_waitid, P_PIDFD, init.get(), &info, WEXITED, &usage) == -EINTR) {
    }
    init.reset();
    for (int i = 0; i < 1000 && !shop_.world.cgroup->empty(); ++i) {
      const timespec pause{0, 1'000'000};
      sys::call(SYS_nanosleep, &pause, nullptr);
    }
    if (!shop_.world.cgroup->empty()) throw Failure{"empty control group", EBUSY};
  }
}

/**
 * The kernel charges memory in batches of 64 pages per CPU and keeps the rest of a batch for later: a small program can
 * live on what the run before left, and the peak does not move. Inside that reserve its page faults are the better witness.
 */
void Run::estimate_small_memory(RunResult& result) const {
  const u64 reserve = 64ULL * 4096 * shop_.world.cpus.size();
  const u64 touched = std::min<u64>(result.minor_faults * 4096, reserve);
  result.usage.memory_peak = std::max(result.usage.memory_peak, touched);
}

/** The outcome: what we killed for, or what is found beyond a limit when the program ended by itself. */
void Run::settle(RunResult& result) {
  Cgroup& cgroup = *shop_.world.cgroup;
  result.usage = cgroup.finish();
  const auto difference = [](u64 now, u64 base) { return now > base ? (now - base) / 1000 : 0; };
  result.cpu_us = difference(result.usage.cpu_ns, launched_.cpu_base_ns);
  // The set-up between the two readings of the split was the kernel's: the user part is exact, the rest is system.
  result.user_us = std::min(result.cpu_us, difference(result.usage.user_ns, launched_.user_base_ns));
  result.system_us = result.cpu_us - result.user_us;
  result.wall_us = (end_ns_ - launched_.start_ns) / 1000;
  result.setup_us = (launched_.start_ns - arrived_ns_) / 1000;
  result.started_at_us = launched_.start_ns / 1000;
  // A program that ignores SIGXFSZ only sees a failed write; the file at its limit tells.
  result.file_size_limit = (result.signal == SIGXFSZ && request_.limits.file_bytes != ~0ULL) ||
                           (request_.limits.file_bytes != ~0ULL && shop_.box.has_file_of(request_.limits.file_bytes));
  estimate_small_memory(result);
  result.near_memory_limit = result.usage.memory_peak >= request_.limits.memory_bytes / 10 * 9;
  result.waits = waits_.close(result.wall_us, result.cpu_us, result.run_queue_us);
  if (killed_ && kill_reason_ == Outcome::cancelled) {
    result.outcome = Outcome::cancelled;
  } else if (result.usage.oom_kills > 0) {
    result.outcome = Outcome::memory_limit;
  } else if (shop_.out.over_limit() || shop_.err.over_limit() || (exchange_ && exchange_->program_over_limit())) {
    result.outcome = Outcome::output_limit;
  } else if (result.cpu_us >= request_.limits.cpu_us || (killed_ && kill_reason_ == Outcome::cpu_limit)) {
    result.outcome = Outcome::cpu_limit;
  } else if ((exchange_ ? exchange_->charged_us(Party::program) : result.wall_us) >= request_.limits.wall_us || (killed_ && kill_reason_ == Outcome::wall_limit)) {
    result.outcome = Outcome::wall_limit;
  } else {
    result.outcome = result.signal >= 0 ? Outcome::signalled : Outcome::exited;
  }
}

RunResult Run::perform(Fd& init) {
  put_files();
  open_exchange();
  const int in = input();
  open_outputs();
  const LaunchPlan p = plan(in);
  shop_.world.cgroup->begin(request_.limits.memory_bytes, request_.limits.processes);
  launched_ = launch(p, *shop_.world.cgroup, init.get());
  shop_.out.close_program_end();
  shop_.err.close_program_end();
  close_given_pipes();
  if (exchange_) exchange_->begin(launched_.start_ns, shop_.socket, request_.id);
  watch(init.get());
  shop_.timer.stop();

  RunResult result;
  end_everything(init, result);
  // All writers are dead: what is in the pipes is all there will ever be.
  shop_.out.drain_rest();
  shop_.err.drain_rest();
  if (exchange_) end_exchange();
  settle(result);
  shop_.payload.append(shop_.out.captured());
  shop_.payload.append(shop_.err.captured());
  if (exchange_) {
    exchange_->write(result.exchange);
    Writer transcript;
    exchange_->transcript().write(transcript);
    result.transcript_bytes = static_cast<u32>(transcript.bytes().size());
    shop_.payload.append(transcript.bytes());
  }
  const bool succeeded = result.outcome == Outcome::exited && result.exit_code == 0;
  for (const CollectRequest& c : request_.collect) {
    shop_.box.collect(c, succeeded && !c.optional, shop_.payload, result.collected);
  }
  if (request_.tree) shop_.box.collect_tree(*request_.tree, shop_.payload, result.collected);
  result.teardown_us = (monotonic_ns() - end_ns_ - waited_ns_) / 1000;
  return result;
}

}  // namespace sandglass
