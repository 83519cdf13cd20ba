#include "broker/supervisor.h"

#include <algorithm>
#include <csignal>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "run/burial.h"
#include "run/handover.h"
#include "run/run.h"
#include "slot/rootfs.h"
#include "slot/trust.h"
#include "wire/body.h"

namespace sandglass {
namespace {

[[noreturn]] void leave(int code) {
  while (true) sys::call(SYS_exit_group, code);
}

void send_failure(int socket, u32 id, const char* step, int error) {
  Writer w;
  w.put_u32(static_cast<u32>(Reply::failure));
  w.put_u32(id);
  w.text(step);
  w.put_u32(static_cast<u32>(error));
  transmit(socket, w.bytes(), {});
}

class Supervisor {
 public:
  Supervisor(Fd& socket, SlotMakings& makings)
      : socket_(socket),
        handover_(std::move(makings.predecessors)),
        world_(build_world(makings)),
        box_(world_.uid),
        own_box_bytes_(makings.request.box_bytes),
        box_bytes_(makings.request.box_bytes),
        setup_delay_(std::move(makings.setup_delay)),
        context_{world_, box_, out_, err_, payload_, timer_, handover_, socket_.get(), false, setup_delay_.get()},
        buffer_(64 * 1024) {
    context_.delay_accounting = makings.host.mode != CgroupHost::Mode::none && delay_accounting_;
    box_.open();
    world_.caretaker.request_prepare(false);
    init_ = world_.caretaker.prepared();
    handover_.has_built();
  }

  [[noreturn]] void serve() {
    Writer ready;
    ready.put_u32(static_cast<u32>(Reply::ready));
    ready.put_u32(0);
    ready.put_u32(protocol_version);
    transmit(socket_.get(), ready.bytes(), {});
    while (true) {
      // Of what came with the request nothing is open any more.
      switch (handle_next()) {
        case Rest::none: break;
        case Rest::clean_up: clean_up(); break;
        case Rest::bury: bury();
      }
    }
  }

 private:
  /** What is to be done after an answer. */
  enum class Rest { none, clean_up, bury };

  Rest handle_next() {
    Packet packet = receive(socket_.get(), buffer_, 0);
    if (packet.status == -EINTR) return Rest::none;
    const u64 arrived = monotonic_ns();
    if (packet.status == -EMSGSIZE) {
      send_failure(socket_.get(), Body{packet}.id(), "request too large", EMSGSIZE);
      return Rest::none;
    }
    if (packet.status <= 0) leave(0);
    Body body{packet};
    const auto kind = kind_of(body.bytes());
    if (kind == Kind::close) leave(0);
    // The run that was meant has been answered already.
    if (kind == Kind::cancel || kind == Kind::inspect || kind == Kind::interactor_waits) return Rest::none;
    const char* refused = nullptr;
    const auto request = decode_run(body.bytes(), packet.fds.size(), &refused);
    if (!request) {
      send_failure(socket_.get(), body.id(), refused != nullptr ? refused : "decode request",
                   refused != nullptr ? EDOM : EPROTO);
      return Rest::none;
    }
    world_.precedence.account();
    try {
      take_preparation();
    } catch (const Failure& f) {
      // The last run could not be cleaned away: nothing runs here any more, and this run has not begun.
      retire(f);
    }
    bool sound = true;
    ended_ns_ = arrived;
    try {
      check_descriptors(*request, packet.fds);
      mount_for(*request, packet.fds);
      size_box(request->limits.box_bytes);
      describe_memory(request->limits.memory_bytes);
      Run run{context_, *request, packet.fds, arrived};
      const RunResult result = run.perform(init_);
      if (run.client_gone()) leave(0);
      answer(*request, result);
      if (result.left) return Rest::bury;
      // What cannot be ended is nothing a successor should wait for.
      if (result.stuck) retire({"end of the run", ETIMEDOUT});
      ended_ns_ = run.ended_ns();
    } catch (const Failure& f) {
      kill_init();
      // The receiver of the answer must find nothing of the run alive. What would not end in time will not in another
      // such time.
      sound = f.error != ETIMEDOUT && empty_the_group();
      send_failure(socket_.get(), request->id, f.step, f.error);
    }
    if (!sound) retire({"empty control group", EBUSY});
    return Rest::clean_up;
  }

  void take_preparation() {
    if (world_.caretaker.outstanding()) init_ = world_.caretaker.prepared();
  }

  void mount_for(const RunRequest& request, std::vector<Fd>& fds) {
    if (request.program_fd >= 0) {
      const int fd = fds[static_cast<std::size_t>(request.program_fd)].get();
      struct stat info {};
      must("stat program", fstat(fd, &info) == 0 ? 0 : -errno);
      if (!S_ISDIR(info.st_mode)) throw Failure{"program is not a folder", ENOTDIR};
      if (info.st_dev != program_.st_dev || info.st_ino != program_.st_ino) {
        program_ = {};
        world_.caretaker.program(fd);
        program_ = info;
      }
    } else if (program_.st_ino != 0) {
      // A compiler that found the program judged before could print it.
      world_.caretaker.no_program();
      program_ = {};
    }
    for (const BindRequest& bind : request.binds) {
      world_.caretaker.bind(fds[static_cast<std::size_t>(bind.fd)].get(), bind.target);
    }
  }

  /** @param wanted 0: the slot's own */
  void size_box(u64 wanted) {
    const u64 bytes = wanted != 0 ? wanted : own_box_bytes_;
    if (bytes == box_bytes_) return;
    world_.caretaker.size_box(bytes);
    box_bytes_ = bytes;
  }

  void describe_memory(u64 bytes) {
    if (bytes == described_) return;
    write_meminfo(world_.meminfo.get(), bytes);
    __atomic_store_n(&world_.facts->memory_bytes, bytes, __ATOMIC_RELAXED);
    described_ = bytes;
  }

  void answer(const RunRequest& request, const RunResult& result) {
    writer_.clear();
    write_result(writer_, request.id, result, out_, err_, payload_);
    const int memfd = payload_.memfd();
    const long sent =
        transmit(socket_.get(), writer_.bytes(), memfd >= 0 ? std::span<const int>{&memfd, 1} : std::span<const int>{});
    if (sent == -EPIPE || sent == -ECONNRESET) leave(0);
    if (sent < 0) throw Failure{"send result", static_cast<int>(-sent)};
  }

  /** After a failed run: nothing of it may live on. */
  bool empty_the_group() {
    try {
      end_init();
      return true;
    } catch (const Failure&) {
      return false;
    }
  }

  void kill_init() {
    if (init_.valid()) sys::call(SYS_pidfd_send_signal, init_.get(), SIGKILL, nullptr, 0);
  }

  /** A process stuck in the kernel holds its namespace: then the slot is given up, and its successor does not wait. */
  void end_init() {
    kill_init();
    Ending ending{*world_.cgroup};
    ending.await_init(init_);
    ending.await_empty();
  }

  /** Ends, and answers that requests sent since were not begun. */
  [[noreturn]] void retire(const Failure& f) {
    send_failure(socket_.get(), 0, f.step, f.error);
    leave(1);
  }

  /** After the answer: the next run finds a fresh world. */
  void clean_up() {
    try {
      out_.close();
      err_.close();
      payload_.clear();
      if (world_.caretaker.outstanding()) init_ = world_.caretaker.prepared();
      kill_init();
      // One that has just begun is given a moment.
      const u64 leave_at = std::max(ended_ns_ + handover_.patience_ns(), monotonic_ns() + handover_.patience_ns() / 3);
      const bool clean = box_.pristine();
      // With our descriptors gone it is the caretaker who frees the old scratch.
      if (!clean) box_.close();
      // The caretaker builds the next run's PID namespace while the last one's process 1 dies.
      world_.caretaker.request_prepare(!clean);
      end_init();
      if (!clean) {
        // The end of a predecessor that is in the way may come first.
        for (u64 until = leave_at; !world_.caretaker.has_answered(until);
             until = monotonic_ns() + handover_.patience_ns()) {
          if (handover_.possible(*world_.cgroup)) throw handed_over;
        }
        take_preparation();
        box_.open();
      }
      tidy_group(leave_at);
    } catch (const Failure& f) {
      // A slot that cannot be cleaned must not run anything again; its end makes the client ask for a new one.
      if (f.error != 0) retire(f);
      send_failure(socket_.get(), 0, f.step, 0);
      bury();
    }
  }

  void tidy_group(u64 leave_at) {
    try {
      world_.cgroup->tidy(leave_at);
    } catch (const Failure& f) {
      if (f.error != 0 || handover_.possible(*world_.cgroup)) throw;
      world_.cgroup->tidy(~0ULL);
    }
  }

  /** The client has turned to the slot's successor. */
  [[noreturn]] void bury() {
    // With it what has been sent since, and the descriptors of that: they must not stay open until this ends.
    socket_.reset();
    out_.close();
    err_.close();
    payload_.clear();
    box_.close();
    kill_init();
    bury_run(handover_, world_);
    leave(0);
  }

  Fd& socket_;
  Handover handover_;
  SlotWorld world_;
  Box box_;
  u64 own_box_bytes_;
  /** As it is now. */
  u64 box_bytes_;
  Fd setup_delay_;
  OutputStream out_, err_;
  Payload payload_;
  Timer timer_;
  RunContext context_;
  std::vector<u8> buffer_;
  Writer writer_;
  Fd init_;
  /** Of the last run (`Run::ended_ns`); of one that failed, its beginning. */
  u64 ended_ns_ = 0;
  struct stat program_ {};
  u64 described_ = 0;
  bool delay_accounting_ = false;
};

}  // namespace

void run_supervisor(Fd socket, SlotMakings makings) {
  sys::call(SYS_prctl, PR_SET_NAME, "sandglass-slot", 0, 0, 0);
  // A share of the core of its own, so that it can step back from that alone (handover.h).
  sys::call(SYS_setsid);
  try {
    static Supervisor* supervisor = new Supervisor{socket, makings};
    supervisor->serve();
  } catch (const Failure& f) {
    send_failure(socket.get(), 0, f.step, f.error);
  }
  leave(1);
}

}  // namespace sandglass
