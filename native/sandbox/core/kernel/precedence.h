// Who goes first on a core that supervisor and programs share, and for how long.
//
// A kill must not wait until a busy program has had its time on the core. So the supervisor has real-time priority (a low one), or
// nice −20 where the kernel grants none. But a program decides how much there is to do for its supervisor: it may print
// without end, or send a million messages. Work of that kind is done with an ordinary CPU share.
//
// Guarantees: of any stretch of time the supervisor goes first for at most a quarter, plus 20 ms saved up; what it uses
// beyond it uses as an ordinary process, which the kernel treats fairly. A single stretch of work without a
// wait goes first for 20 ms and then steps back too (RLIMIT_RTTIME's signal); after 3 s the kernel would end the
// supervisor. Children start as ordinary processes.
#pragma once
#include "kernel/sys.h"

namespace sandglass {

class Precedence {
 public:
  /** Goes first from now on, while the world is built. A refusal costs exactness, nothing else. */
  void take();
  /** From now on the bounds hold: call it once, when nothing is forked any more that should not inherit the limit. */
  void bound();
  /** Books what this thread has used; steps back when that is too much, forward again when it has been made up for. */
  void account();
  /** The next steps are a kill: few, and urgent. They go first, regardless of the time used before. */
  void urgent();
  /** Nobody but real-time processes takes the core away until the next `account`. */
  [[nodiscard]] bool is_undisturbed() const;
  /** An ordinary CPU share from now on, for good. */
  void give_up();
  /** What is done until `resume` is done with an ordinary CPU share; returns what `resume` wants to know. */
  bool give_way();
  void resume(bool went_first);

 private:
  void step_forward();
  void step_back();

  enum class Means { real_time, nice, none } means_ = Means::none;
  bool bounded_ = false;
  /** Since the mark; the signal may have ended it since. */
  bool was_first_ = false;
  u64 mark_ns_ = 0, mark_cpu_ns_ = 0;
  /** What it may still use while going first; below 0: it has used more. */
  i64 credit_ns_ = 0;
};

}  // namespace sandglass
