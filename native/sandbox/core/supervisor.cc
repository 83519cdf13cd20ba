#include "supervisor.h"

#include <csignal>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "body.h"
#include "run.h"
#include "trust.h"
#include "rootfs.h"

namespace sandglass {
namespace {

[[noreturn]] void leave(int code) {
  while (true) sys::call(SYS_exit_group, code);
}

void send_failure(int socket, u32 id, const char* step, int error) {
  Writer w;
  w.word(static_cast<u32>(Reply::failure));
  w.word(id);
  w.text(step);
  w.word(static_cast<u32>(error));
  transmit(socket, w.bytes(), {});
}

class Supervisor {
 public:
  Supervisor(const Fd& socket, SlotMakings& makings)
      : socket_(socket),
        world_(build_world(makings)),
        box_(world_.uid),
        box_bytes_(makings.request.box_bytes),
        shop_{world_, box_, out_, err_, payload_, timer_, socket_.get(), false, makings.test_hooks},
        buffer_(64 * 1024) {
    shop_.delay_accounting = makings.host.mode != CgroupHost::Mode::none && delay_accounting_;
    box_.open();
    world_.caretaker.request_prepare(false);
    init_ = world_.caretaker.prepared();
  }

  [[noreturn]] void serve() {
    Writer ready;
    ready.word(static_cast<u32>(Reply::ready));
    ready.word(0);
    ready.word(protocol_version);
    transmit(socket_.get(), ready.bytes(), {});
    while (true) {
      Packet packet = receive(socket_.get(), buffer_, 0);
      if (packet.status == -EINTR) continue;
      const u64 arrived = monotonic_ns();
      if (packet.status == -EMSGSIZE) {
        send_failure(socket_.get(), Body{packet}.id(), "request too large", EMSGSIZE);
        continue;
      }
      if (packet.status <= 0) leave(0);
      handle(packet, arrived);
    }
  }

 private:
  void handle(Packet& packet, u64 arrived) {
    Body body{packet};
    const auto kind = kind_of(body.bytes());
    if (kind == Kind::close) leave(0);
    // The run that was meant has been answered already.
    if (kind == Kind::cancel || kind == Kind::inspect || kind == Kind::interactor_waits) return;
    const char* refused = nullptr;
    const auto request = decode_run(body.bytes(), packet.fds.size(), &refused);
    if (!request) {
      send_failure(socket_.get(), body.id(), refused != nullptr ? refused : "decode request", refused != nullptr ? EDOM : EPROTO);
      return;
    }
    world_.precedence.account();
    try {
      take_preparation();
    } catch (const Failure& f) {
      // The last run could not be cleaned away: nothing runs here any more.
      send_failure(socket_.get(), request->id, f.step, f.error);
      leave(1);
    }
    bool sound = true;
    try {
      check_descriptors(*request, packet.fds);
      mount_for(*request, packet.fds);
      describe_memory(request->limits.memory_bytes);
      Run run{shop_, *request, packet.fds, arrived};
      const RunResult result = run.perform(init_);
      if (run.client_gone()) leave(0);
      answer(*request, result);
    } catch (const Failure& f) {
      kill_init();
      // Whoever is told must find nothing of the run alive. What would not end in time will not in another such time.
      sound = f.error != ETIMEDOUT && empty_the_group();
      send_failure(socket_.get(), request->id, f.step, f.error);
    }
    if (!sound) retire({"empty control group", EBUSY});
    clean_up();
  }

  void take_preparation() {
    if (world_.caretaker.outstanding()) init_ = world_.caretaker.prepared();
  }

  void mount_for(const RunRequest& request, std::vector<Fd>& fds) {
    if (request.program_fd >= 0) {
      const int fd = fds[static_cast<std::size_t>(request.program_fd)].get();
      struct stat info{};
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

  void describe_memory(u64 bytes) {
    if (bytes == described_) return;
    write_meminfo(world_.meminfo.get(), bytes);
    __atomic_store_n(&world_.facts->memory_bytes, bytes, __ATOMIC_RELAXED);
    described_ = bytes;
  }

  void answer(const RunRequest& request, const RunResult& r) {
    Writer& w = writer_;
    w.clear();
    w.word(static_cast<u32>(Reply::result));
    w.word(request.id);
    w.byte(static_cast<u8>(r.outcome));
    w.word(static_cast<u32>(r.exit_code));
    w.word(static_cast<u32>(r.signal));
    for (const u64 v : {r.cpu_us, r.user_us, r.system_us, r.wall_us, r.setup_us, r.teardown_us, r.usage.memory_peak,
                        r.usage.oom_kills, static_cast<u64>(r.run_queue_us), static_cast<u64>(r.block_io_us),
                        r.major_faults, r.minor_faults, r.voluntary, r.involuntary,
                        static_cast<u64>(r.usage.processes_peak)}) {
      w.wide(v);
    }
    w.byte(r.usage.process_limit_hit ? 1 : 0);
    w.byte(r.file_size_limit ? 1 : 0);
    w.byte(r.near_memory_limit ? 1 : 0);
    for (const i64 v : {r.waits.sleep_us, r.waits.core_us, r.waits.uninterruptible_us}) w.wide(static_cast<u64>(v));
    w.byte(r.waits.idle ? 1 : 0);
    w.text(r.waits.last);
    w.wide(out_.total());
    w.wide(err_.total());
    w.wide(r.started_at_us);
    w.word(static_cast<u32>(out_.captured().size()));
    w.word(static_cast<u32>(err_.captured().size()));
    w.word(static_cast<u32>(r.collected.size()));
    for (const Collected& c : r.collected) {
      w.text(c.path);
      w.wide(c.bytes);
      w.byte(c.too_large ? 1 : 0);
    }
    w.word(static_cast<u32>(r.exchange.bytes().size()));
    w.raw(r.exchange.bytes().data(), r.exchange.bytes().size());
    w.word(r.transcript_bytes);
    const int memfd = payload_.memfd();
    w.byte(memfd >= 0 ? 1 : 0);
    w.block(memfd >= 0 ? std::span<const u8>{} : std::span<const u8>{payload_.inline_bytes()});
    const long sent = transmit(socket_.get(), w.bytes(), memfd >= 0 ? std::span<const int>{&memfd, 1} : std::span<const int>{});
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

  /** Ends, and says that whatever has been sent meanwhile was not begun. */
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
      const bool clean = box_.pristine();
      // The caretaker builds the next run's PID namespace while the last one's process 1 dies.
      world_.caretaker.request_prepare(!clean);
      end_init();
      if (!clean) {
        take_preparation();
        // With our descriptors the old scratch goes, and what it held of the kernel's memory.
        box_.open();
      }
      world_.cgroup->tidy();
    } catch (const Failure& f) {
      // A slot that cannot be cleaned must not run anything again; its end makes the client ask for a new one.
      retire(f);
    }
  }

  const Fd& socket_;
  SlotWorld world_;
  Box box_;
  u64 box_bytes_;
  OutputStream out_, err_;
  Payload payload_;
  Timer timer_;
  Workshop shop_;
  std::vector<u8> buffer_;
  Writer writer_;
  Fd init_;
  struct stat program_ {};
  u64 described_ = 0;
  bool delay_accounting_ = false;
};

}  // namespace

void run_supervisor(Fd socket, SlotMakings makings) {
  sys::call(SYS_prctl, PR_SET_NAME, "sandglass-slot", 0, 0, 0);
  try {
    static Supervisor* supervisor = new Supervisor{socket, makings};
    supervisor->serve();
  } catch (const Failure& f) {
    send_failure(socket.get(), 0, f.step, f.error);
  }
  leave(1);
}

}  // namespace sandglass
