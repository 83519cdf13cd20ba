// The supervisor's side of the caretaker.
#include "slot/caretaker.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>

namespace sandglass {

void Caretaker::send(const ChoreRequest& request, int fd) {
  must("ask caretaker", transmit(socket_.get(), {reinterpret_cast<const u8*>(&request), sizeof request},
                                 fd >= 0 ? std::span<const int>{&fd, 1} : std::span<const int>{}));
}

Packet Caretaker::answer() {
  alignas(8) static u8 buffer[sizeof(ChoreReply)];
  static char step[60];
  while (true) {
    Packet packet = receive(socket_.get(), buffer, 0);
    if (packet.status == -EINTR) continue;
    if (packet.status != static_cast<long>(sizeof(ChoreReply))) throw Failure{"caretaker is gone", EPIPE};
    ChoreReply reply;
    std::memcpy(&reply, buffer, sizeof reply);
    if (reply.error != 0) {
      std::memcpy(step, reply.step, sizeof step);
      throw Failure{step, reply.error};
    }
    return packet;
  }
}

void Caretaker::request_prepare(bool exchange_scratch) {
  ChoreRequest request{};
  request.chore = Chore::prepare;
  request.exchange_scratch = exchange_scratch ? 1 : 0;
  send(request, -1);
  outstanding_ = true;
}

bool Caretaker::has_answered(u64 instant_ns) const {
  while (true) {
    const u64 now = monotonic_ns(), rest = instant_ns > now ? instant_ns - now : 0;
    const timespec limit{static_cast<time_t>(rest / 1'000'000'000), static_cast<long>(rest % 1'000'000'000)};
    pollfd answer{socket_.get(), POLLIN, 0};
    const long n = sys::call(SYS_ppoll, &answer, 1, instant_ns == ~0ULL ? nullptr : &limit, nullptr, 0);
    if (n != -EINTR) return n > 0;
  }
}

void Caretaker::request_release() {
  ChoreRequest request{};
  request.chore = Chore::release;
  send(request, -1);
  outstanding_ = true;
}

void Caretaker::pass_over() {
  if (!outstanding_) return;
  outstanding_ = false;
  try {
    answer();
  } catch (const Failure&) {
    // Neither is its failure.
  }
}

bool Caretaker::has_ended() const {
  siginfo_t info{};
  const long result = sys::call(SYS_waitid, P_PID, pid_, &info, WEXITED | WNOHANG, nullptr);
  return result == -ECHILD || (result == 0 && info.si_pid != 0);
}

Fd Caretaker::prepared() {
  outstanding_ = false;
  Packet packet = answer();
  if (packet.fds.size() != 1) throw Failure{"prepare without init", EPROTO};
  return std::move(packet.fds[0]);
}

void Caretaker::bind(int fd, const std::string& target) {
  ChoreRequest request{};
  request.chore = Chore::bind;
  std::strncpy(request.target, target.c_str(), sizeof request.target - 1);
  send(request, fd);
  answer();
}

void Caretaker::program(int fd) {
  ChoreRequest request{};
  request.chore = Chore::program;
  send(request, fd);
  answer();
}

void Caretaker::no_program() {
  ChoreRequest request{};
  request.chore = Chore::no_program;
  send(request, -1);
  answer();
}

void Caretaker::size_box(u64 bytes) {
  ChoreRequest request{};
  request.chore = Chore::size_box;
  request.box_bytes = bytes;
  send(request, -1);
  answer();
}

void Caretaker::take_cpu_share(CpuShare cpu_share) const {
  sys::call(SYS_setpriority, PRIO_PROCESS, pid_, nice_of_each(1, cpu_share));
}

void Caretaker::answer_sysinfo(int listener) {
  ChoreRequest request{};
  request.chore = Chore::answer_sysinfo;
  send(request, listener);
  answer();
}

}  // namespace sandglass
