// Run: from the barrier to the death of process 2.
#include "run/run.h"

#include <csignal>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>

#include "kernel/input_wait.h"

namespace sandglass {
namespace {

/**
 * Outputs are left alone this long at the start and after a small chunk was drained: a program that prints line by line
 * would otherwise be interrupted at every line. The pipe holds far more than is printed in that time.
 */
constexpr u64 output_rest_ns = 500'000;
constexpr u64 small_chunk = 64 * 1024;
/** How often it is asked whether a killed program still gets anywhere. */
constexpr u64 look_at_dying_ns = 100'000'000;

}  // namespace

void Run::kill_run(int init, Outcome why) {
  if (killed_) return;
  killed_ = true;
  kill_reason_ = why;
  killed_ns_ = monotonic_ns();
  ending_.leave_at(killed_ns_ + context_.handover.patience_ns());
  context_.world.precedence.urgent();
  // The program itself first: process 1 needs time on the core to take the rest of its PID namespace with it.
  signal_pidfd(launched_.pidfd.get(), SIGKILL);
  // It executes nothing of its own any more, but dying takes time on the core too: the next.
  const sched_param before_us{2};
  sys::call(SYS_sched_setscheduler, launched_.pid, SCHED_FIFO, &before_us);
  signal_pidfd(init, SIGKILL);
}

/** The kernel is taking its time, and the slot need not wait for that. */
bool Run::leaves() {
  if (left_ || !ending_.overdue()) return left_;
  left_ = !gone_ && context_.handover.possible(*context_.world.cgroup);
  if (left_) {
    context_.handover.leave(*context_.world.cgroup);
  } else {
    ending_.leave_at(monotonic_ns() + context_.handover.patience_ns());
  }
  return left_;
}

/**
 * The kernel does not end them in time, nor could they be left. The verdict does not depend on that: it is answered,
 * unless files were to be collected from a program that has ended by itself.
 */
void Run::give_up(const Failure& f) {
  if (f.error != ETIMEDOUT || (!killed_ && collects())) throw f;
  context_.handover.leave(*context_.world.cgroup);
  left_ = stuck_ = true;
}

Word Run::hear() {
  alignas(8) u8 buffer[64];
  const Packet packet = receive(context_.socket, buffer, MSG_DONTWAIT);
  if (packet.status == -EAGAIN || packet.status == -EINTR) return Word::go_on;
  if (packet.status <= 0) return Word::gone;
  Reader r{packet.bytes};
  const auto kind = static_cast<Kind>(r.get_u32());
  const u32 id = r.get_u32();
  if (kind == Kind::cancel && id == request_.id) return Word::cancel;
  if (kind == Kind::close) return Word::gone;
  if (kind == Kind::inspect && id == request_.id) {
    Writer w;
    w.put_u32(static_cast<u32>(Reply::inspection));
    w.put_u32(id);
    w.byte(static_cast<u8>(look_for_input_wait()));
    transmit(context_.socket, w.bytes(), {});
  }
  if (kind == Kind::interactor_waits && id == request_.id && exchange_) {
    const u64 serial = r.get_u64();
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
  if (const u64 next = exchange_->next_look_ns(); !killed_ && next < context_.timer.instant()) context_.timer.set(next);
}

/** The program is dead, the interactor may still read what it said, judge and end. */
void Run::end_exchange() {
  exchange_->program_ended(end_ns_, monotonic_ns());
  while (!exchange_->over() && exchange_->stop() == Exchange::Stop::none && !gone_) {
    context_.timer.set(exchange_->next_look_ns());
    pollfd fds[2 + Exchange::poll_slots] = {{context_.timer.fd(), POLLIN, 0}, {context_.socket, POLLIN, 0}};
    exchange_->ask(fds + 2);
    if (sys::call(SYS_ppoll, fds, 2 + Exchange::poll_slots, nullptr, nullptr, 0) < 0) continue;
    context_.world.precedence.account();
    exchange_->move(fds + 2);
    if (fds[0].revents != 0) {
      context_.timer.acknowledge();
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
  const u64 used = context_.world.cgroup->cpu_ns() - launched_.cpu_base_ns;
  const u64 cpu_limit = request_.limits.cpu_us * 1000;
  if (exchange_) exchange_->look(now);
  const u64 deadline = next_wall_look_ns();
  if (context_.world.cgroup->oom_kills() > 0) {
    kill_run(init, Outcome::memory_limit);
  } else if (used >= cpu_limit) {
    kill_run(init, Outcome::cpu_limit);
  } else if (!exchange_ && now >= deadline) {
    waits_.last_look(now, used);
    kill_run(init, Outcome::wall_limit);
  } else {
    waits_.look(now, used);
    const auto cpus = static_cast<u32>(context_.world.cpus.size());
    const u64 pause = pace_.pause_ns(now, used);
    context_.timer.set(std::min(next_look_ns(now, deadline, used, cpu_limit, cpus, pause), waits_.next_ns()));
  }
}

void Run::watch(int init) {
  waits_.open(launched_.start_ns, launched_.run_delay_base_ns);
  context_.timer.set(
      std::min(waits_.next_ns(), next_look_ns(launched_.start_ns, next_wall_look_ns(), 0, request_.limits.cpu_us * 1000,
                                              static_cast<u32>(context_.world.cpus.size()))));
  Cgroup& cgroup = *context_.world.cgroup;
  u64 rest_until = launched_.start_ns + output_rest_ns;
  while (true) {
    if (killed_ && leaves()) {
      end_ns_ = killed_ns_;
      return;
    }
    const bool outputs = context_.out.fd() >= 0 || context_.err.fd() >= 0;
    const u64 now = monotonic_ns();
    const bool resting = outputs && !killed_ && now < rest_until;
    // After a kill nothing but the death counts: an output that nobody takes any more would be ready for ever.
    const bool deaf = resting || killed_;
    pollfd fds[6 + Exchange::poll_slots] = {{launched_.pidfd.get(), POLLIN, 0},
                                            {killed_ ? -1 : context_.timer.fd(), POLLIN, 0},
                                            {deaf ? -1 : context_.out.fd(), POLLIN, 0},
                                            {deaf ? -1 : context_.err.fd(), POLLIN, 0},
                                            {killed_ ? -1 : cgroup.oom_fd(), cgroup.oom_events(), 0},
                                            {gone_ ? -1 : context_.socket, POLLIN, 0}};
    const u64 pause = resting ? rest_until - now : std::min(look_at_dying_ns, ending_.rest_ns());
    const timespec limit{static_cast<time_t>(pause / 1'000'000'000), static_cast<long>(pause % 1'000'000'000)};
    if (exchange_) exchange_->ask(fds + 6);
    const unsigned watched = exchange_ && !killed_ ? 6 + Exchange::poll_slots : 6;
    const long n = sys::call(SYS_ppoll, fds, watched, killed_ || resting ? &limit : nullptr, nullptr, 0);
    if (n == 0 && !resting) {
      try {
        ending_.check_patience("kill");
      } catch (const Failure& f) {
        give_up(f);
      }
    }
    if (n <= 0) continue;
    if (!killed_) context_.world.precedence.account();
    if (fds[0].revents != 0) {
      end_ns_ = monotonic_ns();
      return;
    }
    if (fds[1].revents != 0) {
      context_.timer.acknowledge();
      look_at_clocks(init);
    }
    if (fds[4].revents != 0) {
      // v1 reports the shortage just before the kill: a look a moment later sees it counted.
      cgroup.acknowledge_oom();
      if (!killed_) context_.timer.set(monotonic_ns() + 500'000);
    }
    const u64 drained = context_.out.total() + context_.err.total();
    if (fds[2].revents != 0 && context_.out.drain()) kill_run(init, Outcome::output_limit);
    if (fds[3].revents != 0 && context_.err.drain()) kill_run(init, Outcome::output_limit);
    if ((fds[2].revents | fds[3].revents) != 0 && context_.out.total() + context_.err.total() - drained < small_chunk) {
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

}  // namespace sandglass
