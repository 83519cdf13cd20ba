#include "exchange/exchange.h"

#include <algorithm>

#include "exchange/pipe.h"

namespace sandglass {

Exchange::Exchange(const ExchangeRequest& request, std::vector<Fd>& fds, u64 program_wall_us, u64 program_output,
                   u32 uid)
    : transcript_(request.transcript_bytes),
      wall_ns_{program_wall_us * 1000, request.interactor_wall_us * 1000},
      grace_ns_(request.grace_us * 1000) {
  Direction& words = direction_of(Party::program);
  Direction& answers = direction_of(Party::interactor);
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
  for (Direction& direction : directions_) {
    set_nonblocking(direction.source.get());
    set_nonblocking(direction.sink.get());
    direction.chunk = std::make_unique_for_overwrite<u8[]>(chunk_bytes);
  }
}

Exchange::~Exchange() {
  if (ignoring_) sigaction(SIGPIPE, &former_, nullptr);
}

void Exchange::begin(u64 start_ns, int socket, u32 id) {
  // Not earlier: the program would inherit it.
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  ignoring_ = sigaction(SIGPIPE, &ignore, &former_) == 0;
  program_in_.reset();
  program_out_.reset();
  start_ns_ = mark_ns_ = start_ns;
  socket_ = socket;
  id_ = id;
}

void Exchange::halt(Stop why) {
  if (stop_ != Stop::none) return;
  stop_ = why;
  stops_ |= static_cast<u8>(1U << static_cast<u8>(why));
}

void Exchange::ask(pollfd* fds) const {
  for (const Direction& direction : directions_) {
    *fds++ = {direction.loaded() ? -1 : direction.source.get(), POLLIN, 0};
    // Without events it still shows that the reader is gone.
    *fds++ = {direction.sink.get(), static_cast<short>(direction.loaded() ? POLLOUT : 0), 0};
  }
}

void Exchange::move(const pollfd* fds) {
  // What the interactor did is seen first: when both end at once, it had not been notified of the program's end.
  move_direction(direction_of(Party::interactor), fds[2], fds[3]);
  move_direction(direction_of(Party::program), fds[0], fds[1]);
}

void Exchange::move_direction(Direction& direction, const pollfd& source, const pollfd& sink) {
  if (direction.sink.valid() && (sink.revents & POLLERR) != 0) {
    direction.sink.reset();
    throw_away(direction);
    if (direction.speaker == Party::program) note_interactor_gone(monotonic_ns());
  } else if (direction.loaded() && direction.sink.valid() && (sink.revents & POLLOUT) != 0) {
    // The pipe was full until the listener read.
    charge(other(direction.speaker), monotonic_ns());
    pass_on(direction);
    pass_turn(direction.speaker);
  }
  if (source.revents != 0 && !direction.loaded()) take_in(direction);
  while (program_end_ns_ != 0 && direction.speaker == Party::program && direction.source.valid() && !direction.loaded())
    take_in(direction);
}

void Exchange::take_in(Direction& direction) {
  const bool speaker_dead = direction.speaker == Party::program && program_end_ns_ != 0;
  const long n = sys::call(SYS_read, direction.source.get(), direction.chunk.get(), chunk_bytes);
  if (n == -EINTR || (n == -EAGAIN && !speaker_dead)) return;
  const u64 now = monotonic_ns();
  if (n <= 0) {
    end_of_words(direction, now);
    return;
  }
  if (!speaker_dead) charge(direction.speaker, now);
  silence_ns_ = first_silence_ns;
  asked_ns_ = 0;
  asked_at_deadline_ = false;
  ++direction.messages;
  direction.bytes += static_cast<u64>(n);
  transcript_.add(direction.speaker, since_start_us(now), {direction.chunk.get(), static_cast<std::size_t>(n)});
  direction.from = 0;
  direction.to = static_cast<std::size_t>(n);
  if (direction.bytes > direction.limit) {
    halt(direction.speaker == Party::program ? Stop::program_output : Stop::interactor_output);
    throw_away(direction);
    end_of_words(direction, now);
    return;
  }
  if (direction.sink.valid()) {
    pass_on(direction);
  } else {
    throw_away(direction);
  }
  pass_turn(direction.speaker);
}

void Exchange::pass_on(Direction& direction) {
  const long n =
      sys::call(SYS_write, direction.sink.get(), direction.chunk.get() + direction.from, direction.to - direction.from);
  if (n == -EAGAIN || n == -EINTR) return;
  if (n < 0) {
    direction.sink.reset();
    throw_away(direction);
    if (direction.speaker == Party::program) note_interactor_gone(monotonic_ns());
    return;
  }
  direction.from += static_cast<std::size_t>(n);
  if (!direction.loaded() && !direction.source.valid()) end_of_words(direction, monotonic_ns());
}

void Exchange::throw_away(Direction& direction) {
  if (!direction.loaded()) return;
  if (direction.broken_ns == 0) direction.broken_ns = monotonic_ns();
  direction.from = direction.to = 0;
}

/** The speaker has closed its output; once all it sent has been passed on, the listener is notified. */
void Exchange::end_of_words(Direction& direction, u64 now) {
  direction.source.reset();
  if (direction.ended_ns == 0) {
    direction.ended_ns = now;
    if (direction.speaker == Party::interactor || program_end_ns_ == 0) charge(direction.speaker, now);
    pass_turn(direction.speaker);
    if (direction.speaker == Party::interactor) words_before_ = direction_of(Party::program).bytes;
  }
  if (direction.loaded()) return;
  if (direction.speaker == Party::program) program_first_ = interactor_listens();
  direction.sink.reset();
  note_interactor_gone(now);
}

/**
 * A process that ends closes its output and then its input, and may be held up between the two for a millisecond. So an
 * interactor that has closed its output counts as ended, unless it has read since.
 */
bool Exchange::interactor_listens() const {
  const Direction& words = direction_of(Party::program);
  if (!words.sink.valid()) return false;
  if (direction_of(Party::interactor).ended_ns == 0) return true;
  return words.bytes > words_before_ && waiting_bytes(words.sink) == 0;
}

/**
 * The interactor is gone when it neither speaks nor listens; after a notice of the program's end, when it has stopped
 * speaking.
 */
void Exchange::note_interactor_gone(u64 now) {
  if (interactor_gone_ns_ != 0 || direction_of(Party::interactor).ended_ns == 0) return;
  if (direction_of(Party::program).sink.valid()) return;
  interactor_gone_ns_ = now;
  turn_ = Party::program;
}

void Exchange::program_ended(u64 end_ns, u64 now) {
  charge(stop_ == Stop::interactor_wall ? Party::interactor : Party::program, end_ns);
  // Nothing was moved while the dying were waited for: that time is nobody's.
  mark_ns_ = std::max(mark_ns_, now);
  program_end_ns_ = end_ns;
  turn_ = Party::interactor;
  asked_ns_ = 0;
  // What stopped the program has done so; from here only the interactor can run out of time.
  stop_ = Stop::none;
  const pollfd nothing{-1, 0, 0};
  move_direction(direction_of(Party::program), nothing, nothing);
  // Those still dying may hold the program's input: the kernel does not say yet that nobody reads it any more.
  Direction& answers = direction_of(Party::interactor);
  answers.sink.reset();
  throw_away(answers);
}

void Exchange::finish(u64 now) {
  if (interactor_gone_ns_ == 0) charge(turn_, now);
  end_ns_ = now;
  for (Direction& direction : directions_) {
    direction.source.reset();
    direction.sink.reset();
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
    const Direction& direction = direction_of(p);
    w.put_u64(charged_us(p));
    w.put_u64(since_start_us(p == Party::program        ? program_end_ns_
                             : interactor_gone_ns_ != 0 ? interactor_gone_ns_
                                                        : end_ns_));
    w.put_u64(direction.messages);
    w.put_u64(direction.bytes);
    w.put_u64(maybe(direction.ended_ns));
    w.put_u64(maybe(direction.broken_ns));
  }
  w.put_u64(transcript_.head_entries());
  w.put_u64(transcript_.omitted_messages());
  w.put_u64(transcript_.omitted_bytes());
}

}  // namespace sandglass
