#include "exchange.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "input_wait.h"

namespace sandglass {
namespace {

/** linux/magic.h, PIPEFS_MAGIC: a pipe, and not a fifo on somebody's disk. */
constexpr long pipe_file_system = 0x50495045;
constexpr u64 never = ~0ULL;

void check_pipe(int fd, int access) {
  const long flags = must("pipe flags", sys::call(SYS_fcntl, fd, F_GETFL));
  struct statfs where{};
  must("pipe kind", sys::call(SYS_fstatfs, fd, &where));
  if ((flags & O_ACCMODE) != access || where.f_type != pipe_file_system) throw Failure{"not a pipe", EINVAL};
}

void set_nonblocking(int fd) {
  const long flags = must("pipe flags", sys::call(SYS_fcntl, fd, F_GETFL));
  must("pipe flags", sys::call(SYS_fcntl, fd, F_SETFL, flags | O_NONBLOCK));
}

/** Of a pipe made here: the program's end blocks, ours does not. */
struct Pipe {
  Fd read, write;
  Pipe() {
    int ends[2];
    must("pipe", sys::call(SYS_pipe2, ends, O_CLOEXEC));
    read = Fd{ends[0]};
    write = Fd{ends[1]};
  }
};

u64 waiting_bytes(const Fd& fd) {
  int n = 0;
  if (fd.valid()) sys::call(SYS_ioctl, fd.get(), FIONREAD, &n);
  return static_cast<u64>(n);
}

}  // namespace

void give_pipe(int fd, int access, u32 uid) {
  check_pipe(fd, access);
  must("pipe mode", sys::call(SYS_fchmod, fd, access == O_RDONLY ? 0400 : 0200));
  must("pipe owner", sys::call(SYS_fchown, fd, uid, uid));
}

Exchange::Exchange(const ExchangeRequest& request, std::vector<Fd>& fds, u64 program_wall_us, u64 program_output,
                   u32 uid)
    : transcript_(request.transcript_bytes),
      wall_ns_{program_wall_us * 1000, request.interactor_wall_us * 1000},
      grace_ns_(request.grace_us * 1000) {
  Lane& words = lane_of(Party::program);
  Lane& answers = lane_of(Party::interactor);
  answers.speaker = Party::interactor;
  words.sink = std::move(fds[static_cast<std::size_t>(request.to_interactor)]);
  answers.source = std::move(fds[static_cast<std::size_t>(request.from_interactor)]);
  check_pipe(words.sink.get(), O_WRONLY);
  check_pipe(answers.source.get(), O_RDONLY);
  Pipe out, in;
  give_pipe(out.write.get(), O_WRONLY, uid);
  give_pipe(in.read.get(), O_RDONLY, uid);
  words.source = std::move(out.read);
  program_out_ = std::move(out.write);
  answers.sink = std::move(in.write);
  program_in_ = std::move(in.read);
  words.limit = program_output;
  answers.limit = request.interactor_output;
  for (Lane& lane : lanes_) {
    set_nonblocking(lane.source.get());
    set_nonblocking(lane.sink.get());
    lane.piece = std::make_unique_for_overwrite<u8[]>(piece_bytes);
  }
}

Exchange::~Exchange() {
  if (ignoring_) sigaction(SIGPIPE, &former_, nullptr);
}

void Exchange::begin(u64 start_ns, int socket, u32 id) {
  // Not earlier: the program would inherit it.
  struct sigaction ignore{};
  ignore.sa_handler = SIG_IGN;
  ignoring_ = sigaction(SIGPIPE, &ignore, &former_) == 0;
  program_in_.reset();
  program_out_.reset();
  start_ns_ = mark_ns_ = start_ns;
  socket_ = socket;
  id_ = id;
}

void Exchange::charge(Party p, u64 now) {
  if (now <= mark_ns_) return;
  charged_ns_[index(p)] += now - mark_ns_;
  mark_ns_ = now;
}

/** Whose move it is after `from` has done something; while a pipe is full, whoever does not read. */
void Exchange::pass_turn(Party from) {
  if (interactor_gone_ns_ != 0) {
    turn_ = Party::program;
  } else if (program_end_ns_ != 0) {
    turn_ = Party::interactor;
  } else if (lane_of(Party::interactor).loaded()) {
    turn_ = Party::program;
  } else if (lane_of(Party::program).loaded()) {
    turn_ = Party::interactor;
  } else {
    turn_ = other(from);
  }
}

void Exchange::halt(Stop why) {
  if (stop_ != Stop::none) return;
  stop_ = why;
  stops_ |= static_cast<u8>(1U << static_cast<u8>(why));
}

void Exchange::ask(pollfd* fds) const {
  for (const Lane& lane : lanes_) {
    *fds++ = {lane.loaded() ? -1 : lane.source.get(), POLLIN, 0};
    // Without events it still tells that the reader is gone.
    *fds++ = {lane.sink.get(), static_cast<short>(lane.loaded() ? POLLOUT : 0), 0};
  }
}

void Exchange::move(const pollfd* fds) {
  // What the interactor did is seen first: when both end at once, it had not been told of the program's end.
  move_lane(lane_of(Party::interactor), fds[2], fds[3]);
  move_lane(lane_of(Party::program), fds[0], fds[1]);
}

void Exchange::move_lane(Lane& lane, const pollfd& source, const pollfd& sink) {
  if (lane.sink.valid() && (sink.revents & POLLERR) != 0) {
    lane.sink.reset();
    throw_away(lane);
    if (lane.speaker == Party::program) note_interactor_gone(monotonic_ns());
  } else if (lane.loaded() && lane.sink.valid() && (sink.revents & POLLOUT) != 0) {
    // The pipe was full until the listener read.
    charge(other(lane.speaker), monotonic_ns());
    pass_on(lane);
    pass_turn(lane.speaker);
  }
  if (source.revents != 0 && !lane.loaded()) take_in(lane);
  while (program_end_ns_ != 0 && lane.speaker == Party::program && lane.source.valid() && !lane.loaded()) take_in(lane);
}

void Exchange::take_in(Lane& lane) {
  const bool speaker_dead = lane.speaker == Party::program && program_end_ns_ != 0;
  const long n = sys::call(SYS_read, lane.source.get(), lane.piece.get(), piece_bytes);
  if (n == -EINTR || (n == -EAGAIN && !speaker_dead)) return;
  const u64 now = monotonic_ns();
  if (n <= 0) {
    end_of_words(lane, now);
    return;
  }
  if (!speaker_dead) charge(lane.speaker, now);
  silence_ns_ = first_silence_ns;
  asked_ns_ = 0;
  asked_at_deadline_ = false;
  ++lane.messages;
  lane.bytes += static_cast<u64>(n);
  transcript_.add(lane.speaker, since_start_us(now), {lane.piece.get(), static_cast<std::size_t>(n)});
  lane.from = 0;
  lane.to = static_cast<std::size_t>(n);
  if (lane.bytes > lane.limit) {
    halt(lane.speaker == Party::program ? Stop::program_output : Stop::interactor_output);
    throw_away(lane);
    end_of_words(lane, now);
    return;
  }
  if (lane.sink.valid()) {
    pass_on(lane);
  } else {
    throw_away(lane);
  }
  pass_turn(lane.speaker);
}

void Exchange::pass_on(Lane& lane) {
  const long n = sys::call(SYS_write, lane.sink.get(), lane.piece.get() + lane.from, lane.to - lane.from);
  if (n == -EAGAIN || n == -EINTR) return;
  if (n < 0) {
    lane.sink.reset();
    throw_away(lane);
    if (lane.speaker == Party::program) note_interactor_gone(monotonic_ns());
    return;
  }
  lane.from += static_cast<std::size_t>(n);
  if (!lane.loaded() && !lane.source.valid()) end_of_words(lane, monotonic_ns());
}

void Exchange::throw_away(Lane& lane) {
  if (!lane.loaded()) return;
  if (lane.broken_ns == 0) lane.broken_ns = monotonic_ns();
  lane.from = lane.to = 0;
}

/** The speaker has closed its output; once all it said has been passed on, the listener is told. */
void Exchange::end_of_words(Lane& lane, u64 now) {
  lane.source.reset();
  if (lane.ended_ns == 0) {
    lane.ended_ns = now;
    if (lane.speaker == Party::interactor || program_end_ns_ == 0) charge(lane.speaker, now);
    pass_turn(lane.speaker);
    if (lane.speaker == Party::interactor) words_before_ = lane_of(Party::program).bytes;
  }
  if (lane.loaded()) return;
  if (lane.speaker == Party::program) program_first_ = interactor_listens();
  lane.sink.reset();
  note_interactor_gone(now);
}

/**
 * A process that ends closes its output and then its input, and may be held up between the two for a millisecond. So an
 * interactor that has closed its output counts as ended, unless it has read since.
 */
bool Exchange::interactor_listens() const {
  const Lane& words = lane_of(Party::program);
  if (!words.sink.valid()) return false;
  if (lane_of(Party::interactor).ended_ns == 0) return true;
  return words.bytes > words_before_ && waiting_bytes(words.sink) == 0;
}

/** The interactor is gone when it neither speaks nor listens; told of the program's end, when it has stopped speaking. */
void Exchange::note_interactor_gone(u64 now) {
  if (interactor_gone_ns_ != 0 || lane_of(Party::interactor).ended_ns == 0) return;
  if (lane_of(Party::program).sink.valid()) return;
  interactor_gone_ns_ = now;
  turn_ = Party::program;
}

u64 Exchange::turn_deadline_ns() const {
  const u64 wall = wall_ns_[index(turn_)];
  const u64 used = charged_ns_[index(turn_)];
  return mark_ns_ + (wall > used ? wall - used : 0);
}

u64 Exchange::next_look_ns() const {
  if (stop_ != Stop::none) return never;
  u64 next = asked_ns_ != 0 ? asked_ns_ + answer_ns : turn_deadline_ns();
  if (interactor_gone_ns_ != 0) {
    next = std::min(next, interactor_gone_ns_ + grace_ns_);
  } else if (program_end_ns_ == 0) {
    next = std::min(next, mark_ns_ + silence_ns_);
  }
  return next;
}

/** Nothing is under way in any pipe. */
bool Exchange::silent() const {
  for (const Lane& lane : lanes_) {
    if (lane.loaded() || waiting_bytes(lane.source) != 0 || waiting_bytes(lane.sink) != 0) return false;
  }
  return true;
}

void Exchange::look(u64 now) {
  if (stop_ != Stop::none || now < next_look_ns()) return;
  if (interactor_gone_ns_ != 0 && now >= interactor_gone_ns_ + grace_ns_) {
    halt(Stop::grace);
  } else if (asked_ns_ != 0 && now >= asked_ns_ + answer_ns) {
    halt(Stop::interactor_wall);
  } else if (asked_ns_ == 0 && now >= turn_deadline_ns()) {
    if (program_end_ns_ != 0) {
      halt(Stop::interactor_wall);
    } else if (turn_ == Party::interactor) {
      // It may have been given half a line, and wait for the rest.
      asked_ns_ = now;
      ask_client(true);
    } else if (interactor_gone_ns_ == 0 && lane_of(Party::interactor).ended_ns == 0 && silent() &&
               look_for_input_wait() != InputWait::no) {
      // The program does not use its time: it waits for words that have not come. From here it is the interactor's.
      turn_ = Party::interactor;
      ask_client(true);
    } else {
      halt(Stop::program_wall);
    }
  } else if (now >= mark_ns_ + silence_ns_) {
    silence_ns_ *= 2;
    if (silent() && look_for_input_wait() == InputWait::surely) ask_client(asked_at_deadline_);
  }
}

/** Only the interactor's own supervisor can see what it does; the client passes the question on. */
void Exchange::ask_client(bool at_deadline) {
  asked_at_deadline_ = at_deadline;
  Writer w;
  w.word(static_cast<u32>(Reply::silence));
  w.word(id_);
  w.wide(serial());
  transmit(socket_, w.bytes(), {});
}

void Exchange::interactor_waits(u64 told, bool surely) {
  if (stop_ != Stop::none || told != serial() || program_end_ns_ != 0 || !silent()) return;
  const bool certain = surely && look_for_input_wait() == InputWait::surely;
  if (asked_at_deadline_ || certain) halt(Stop::deadlock);
}

void Exchange::program_ended(u64 end_ns) {
  charge(stop_ == Stop::interactor_wall ? Party::interactor : Party::program, end_ns);
  program_end_ns_ = end_ns;
  turn_ = Party::interactor;
  asked_ns_ = 0;
  // What stopped the program has done so; from here only the interactor can run out of time.
  stop_ = Stop::none;
  const pollfd nothing{-1, 0, 0};
  move_lane(lane_of(Party::program), nothing, nothing);
}

void Exchange::finish(u64 now) {
  if (interactor_gone_ns_ == 0) charge(turn_, now);
  end_ns_ = now;
  for (Lane& lane : lanes_) {
    lane.source.reset();
    lane.sink.reset();
  }
}

u64 Exchange::since_start_us(u64 instant_ns) const {
  return instant_ns > start_ns_ ? (instant_ns - start_ns_) / 1000 : 0;
}

void Exchange::write(Writer& w) const {
  const auto maybe = [&](u64 instant) { return instant == 0 ? never : since_start_us(instant); };
  w.byte(stops_);
  w.byte(program_first_ ? 1 : 0);
  for (const Party p : {Party::program, Party::interactor}) {
    const Lane& lane = lane_of(p);
    w.wide(charged_us(p));
    w.wide(since_start_us(p == Party::program                ? program_end_ns_
                          : interactor_gone_ns_ != 0 ? interactor_gone_ns_
                                                     : end_ns_));
    w.wide(lane.messages);
    w.wide(lane.bytes);
    w.wide(maybe(lane.ended_ns));
    w.wide(maybe(lane.broken_ns));
  }
  w.wide(transcript_.head_entries());
  w.wide(transcript_.omitted_messages());
  w.wide(transcript_.omitted_bytes());
}

}  // namespace sandglass
