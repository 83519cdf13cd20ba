// The conversation between a program and its interactor: moved, bounded, timed, kept. It lives in the supervisor of
// the program's slot; the interactor is somebody at the other end of two pipes.
//
//   program ──▶ its stdout ──▶ [ exchange ] ──▶ interactor's stdin
//   program ◀── its stdin  ◀── [ exchange ] ◀── interactor's stdout
//
// Guarantees:
//  - nothing is read that cannot be passed on (one chunk of 64 KiB a direction), so a writer feels a reader that is
//    slow;
//  - neither side hears the other, or of its end, but through here: what is seen first here came first;
//  - nobody is killed by SIGPIPE: what is said to a reader that is gone is taken, counted, noted and thrown away;
//  - every moment from the barrier to the end is charged to one side: an interval belongs to the side whose message or
//    end closes it, because the other was waiting for that; while a pipe is full, to the side that does not read. Only
//    what the kernel needs to end the program's processes is charged to nobody.
#pragma once
#include <array>
#include <csignal>
#include <memory>
#include <poll.h>

#include "exchange/transcript.h"
#include "wire/protocol.h"

namespace sandglass {

class Exchange {
 public:
  static constexpr unsigned poll_slots = 4;
  /** Silence before it is asked for the first time whether both sides wait; doubled each time. */
  static constexpr u64 first_silence_ns = 200'000'000;
  /** How long the client has to answer what the interactor does. */
  static constexpr u64 answer_ns = 500'000'000;

  /** Why the program has to be stopped. */
  enum class Stop : u8 { none, program_output, program_wall, deadlock, interactor_output, interactor_wall, grace };

  /** Makes the program's pipes. @param fds descriptors of the request; the two that lead to the interactor are taken */
  Exchange(const ExchangeRequest& request, std::vector<Fd>& fds, u64 program_wall_us, u64 program_output, u32 uid);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange();

  [[nodiscard]] int program_input() const { return program_in_.get(); }
  [[nodiscard]] int program_output() const { return program_out_.get(); }

  /** The program has been started: the exchange begins. `socket` and `id` are where questions to the client go. */
  void begin(u64 start_ns, int socket, u32 id);

  /** Fills `poll_slots` entries with what to wait for. */
  void ask(pollfd* fds) const;
  /** Moves what can be moved. */
  void move(const pollfd* fds);
  /** CLOCK_MONOTONIC instant, ns, at which `look` is due; it moves with every message. */
  [[nodiscard]] u64 next_look_ns() const;
  void look(u64 now);
  /** The client says that the interactor waits for input: `surely` or perhaps. */
  void interactor_waits(u64 serial, bool surely);
  [[nodiscard]] Stop stop() const { return stop_; }

  /**
   * The program and all it started are dead, or killed and still dying (handover.h). What it had written is passed on by
   * further moves; nobody reads what is said to it from now on.
   * @param end_ns when it ended
   */
  void program_ended(u64 end_ns, u64 now);
  /** Nothing more can happen: the interactor has closed both its ends. */
  [[nodiscard]] bool over() const { return interactor_gone_ns_ != 0; }
  /** The last interval is charged, the interactor's pipes are closed. */
  void finish(u64 now);

  [[nodiscard]] u64 charged_us(Party p) const { return charged_ns_[index(p)] / 1000; }
  [[nodiscard]] u64 program_bytes() const { return directions_[0].bytes; }
  [[nodiscard]] bool program_over_limit() const { return directions_[0].bytes > directions_[0].limit; }
  /** The part of an answer about the exchange, without the transcript. */
  void write(Writer& w) const;
  [[nodiscard]] const Transcript& transcript() const { return transcript_; }

 private:
  static constexpr std::size_t chunk_bytes = 1 << 16;
  static constexpr u64 never = ~0ULL;

  /** One direction. */
  struct Direction {
    Party speaker = Party::program;
    Fd source, sink;
    std::unique_ptr<u8[]> chunk;
    std::size_t from = 0, to = 0;
    u64 bytes = 0, messages = 0, limit = ~0ULL;
    u64 ended_ns = 0, broken_ns = 0;
    [[nodiscard]] bool loaded() const { return from < to; }
  };

  static std::size_t index(Party p) { return static_cast<std::size_t>(p); }
  Direction& direction_of(Party speaker) { return directions_[index(speaker)]; }
  [[nodiscard]] const Direction& direction_of(Party speaker) const { return directions_[index(speaker)]; }
  void move_direction(Direction& direction, const pollfd& source, const pollfd& sink);
  void take_in(Direction& direction);
  void pass_on(Direction& direction);
  void throw_away(Direction& direction);
  void end_of_words(Direction& direction, u64 now);
  void note_interactor_gone(u64 now);
  [[nodiscard]] bool interactor_listens() const;
  void charge(Party p, u64 now);
  [[nodiscard]] bool silent() const;
  [[nodiscard]] u64 turn_deadline_ns() const;
  void ask_client(bool at_deadline);
  void pass_turn(Party from);
  void halt(Stop why);
  [[nodiscard]] u64 serial() const { return directions_[0].messages + directions_[1].messages; }
  [[nodiscard]] u64 since_start_us(u64 instant_ns) const;

  Fd program_in_, program_out_;
  std::array<Direction, 2> directions_;
  Transcript transcript_;
  u64 wall_ns_[2];
  u64 grace_ns_;
  int socket_ = -1;
  u32 id_ = 0;
  u64 start_ns_ = 0, mark_ns_ = 0, program_end_ns_ = 0, end_ns_ = 0;
  u64 charged_ns_[2] = {0, 0};
  Party turn_ = Party::program;
  u64 silence_ns_ = first_silence_ns;
  /** When the client was asked at the end of a side's time; 0: not since the last message. */
  u64 asked_ns_ = 0;
  u64 interactor_gone_ns_ = 0;
  /** What the program had said when the interactor closed its output. */
  u64 words_before_ = 0;
  bool program_first_ = false, asked_at_deadline_ = false;
  Stop stop_ = Stop::none;
  /** All that happened, a bit each. */
  u8 stops_ = 0;
  struct sigaction former_ {};
  bool ignoring_ = false;
};

}  // namespace sandglass
