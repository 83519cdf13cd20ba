// Exchange: whose turn it is, and what happens when time passes and nothing is said.
#include <algorithm>

#include "exchange/exchange.h"
#include "exchange/pipe.h"
#include "kernel/input_wait.h"

namespace sandglass {

void Exchange::charge(Party p, u64 now) {
  if (now <= mark_ns_) return;
  charged_ns_[index(p)] += now - mark_ns_;
  mark_ns_ = now;
}

/** Whose move it is after `from` has done something; while a pipe is full, the side that does not read. */
void Exchange::pass_turn(Party from) {
  if (interactor_gone_ns_ != 0) {
    turn_ = Party::program;
  } else if (program_end_ns_ != 0) {
    turn_ = Party::interactor;
  } else if (direction_of(Party::interactor).loaded()) {
    turn_ = Party::program;
  } else if (direction_of(Party::program).loaded()) {
    turn_ = Party::interactor;
  } else {
    turn_ = other(from);
  }
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
  for (const Direction& direction : directions_) {
    if (direction.loaded() || waiting_bytes(direction.source) != 0 || waiting_bytes(direction.sink) != 0) return false;
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
    } else if (interactor_gone_ns_ == 0 && direction_of(Party::interactor).ended_ns == 0 && silent() &&
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
  w.put_u32(static_cast<u32>(Reply::silence));
  w.put_u32(id_);
  w.put_u64(serial());
  transmit(socket_, w.bytes(), {});
}

void Exchange::interactor_waits(u64 seen_serial, bool surely) {
  if (stop_ != Stop::none || seen_serial != serial() || program_end_ns_ != 0 || !silent()) return;
  const bool certain = surely && look_for_input_wait() == InputWait::surely;
  if (asked_at_deadline_ || certain) halt(Stop::deadlock);
}

}  // namespace sandglass
