#include "kernel/system_calls.h"

#include <algorithm>
#include <csignal>
#include <iterator>
#include <linux/fs.h>
#include <linux/membarrier.h>
#include <linux/memfd.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <termios.h>
#if defined(__x86_64__)
#include <asm/prctl.h>
#endif

// What the headers of Debian 12 do not name yet, by the kernel's own values.
#ifndef CLONE_DETACHED
#define CLONE_DETACHED 0x00400000
#endif
#ifndef F_DUPFD_QUERY
#define F_DUPFD_QUERY 1027
#endif
#ifndef F_CREATED_QUERY
#define F_CREATED_QUERY 1028
#endif
// The header knows its size only in the company of another.
#undef TCGETS2
#define TCGETS2 0x802c542a
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#define MADV_GUARD_REMOVE 103
#endif
#ifndef MADV_DONTNEED_LOCKED
#define MADV_DONTNEED_LOCKED 24
#endif
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U
#endif
#ifndef MFD_EXEC
#define MFD_EXEC 16U
#endif
#ifndef PR_GET_AUXV
#define PR_GET_AUXV 0x41555856
#endif
#ifndef ARCH_SET_GS
#define ARCH_SET_GS 0x1001
#define ARCH_SET_FS 0x1002
#define ARCH_GET_FS 0x1003
#define ARCH_GET_GS 0x1004
#endif
#ifndef ARCH_GET_CPUID
#define ARCH_GET_CPUID 0x1011
#endif
/** personality(2) with this changes nothing and returns the present value. */
#define PERSONALITY_ASK 0xffffffff

namespace sandglass {

namespace {

struct Call {
  int number;
  Rule rule;
};

constexpr int none = -1;
constexpr Rule allowed{Verdict::allowed};
constexpr Rule missing{Verdict::refused, ENOSYS};
constexpr Rule unasked = missing;
constexpr Rule done{Verdict::refused, 0};
constexpr Rule asked{Verdict::asked};
constexpr Rule refused(u32 error) { return {Verdict::refused, error}; }
constexpr Rule by(std::string_view filter) { return {Verdict::filtered, 0, filter}; }

#if defined(__x86_64__)
#define NATIVE(x86_64, aarch64) x86_64
#else
#define NATIVE(x86_64, aarch64) aarch64
#endif
#define filtered(name) by(#name)
#define CALL(name, x86_64, aarch64, rule, why) {NATIVE(x86_64, aarch64), rule},
constexpr Call calls[] = {
#include "kernel/system_calls.inc"
};
#undef CALL
#undef filtered

/** A line of system_call_arguments.inc: a step, or a value of the step before it. */
struct Line {
  bool begins;
  ArgumentTest step;
  u32 value;
};

#define ARGUMENT(filter, argument, test, error, what) {true, {#filter, argument, Test::test, error}, 0},
#define VALUE(constant) {false, {}, static_cast<u32>(constant)},
constexpr Line lines[] = {
#include "kernel/system_call_arguments.inc"
};
#undef ARGUMENT
#undef VALUE

}  // namespace

std::vector<RuleSpan> rules_by_number() {
  int last = none;
  for (const Call& call : calls) last = std::max(last, call.number);
  std::vector<Rule> rules(static_cast<std::size_t>(last) + 2, missing);
  for (const Call& call : calls) {
    if (call.number != none) rules[static_cast<std::size_t>(call.number)] = call.rule;
  }
  std::vector<RuleSpan> spans;
  for (u32 number = 0; number < rules.size(); ++number) {
    if (spans.empty() || spans.back().rule != rules[number]) spans.push_back({number, rules[number]});
  }
  return spans;
}

std::vector<ArgumentStep> steps_of(std::string_view filter) {
  std::vector<ArgumentStep> steps;
  bool mine = false;
  for (const Line& line : lines) {
    if (line.begins) {
      mine = line.step.filter == filter;
      if (mine) steps.push_back({line.step, {}});
    } else if (mine) {
      steps.back().values.push_back(line.value);
    }
  }
  if (steps.empty()) throw Failure{"system call without its filter", ENOENT};
  return steps;
}

}  // namespace sandglass
