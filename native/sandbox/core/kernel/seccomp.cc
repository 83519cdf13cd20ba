#include "kernel/seccomp.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <span>
#include <sys/prctl.h>

#include "kernel/system_calls.h"

namespace sandglass {
namespace {

#if defined(__x86_64__)
constexpr u32 native_arch = AUDIT_ARCH_X86_64;
#else
constexpr u32 native_arch = AUDIT_ARCH_AARCH64;
#endif
constexpr u32 x32_bit = 0x40000000;
/** SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV of linux/seccomp.h, since Linux 5.19. */
constexpr u32 wait_killable = 1U << 5;
constexpr u32 offset_number = offsetof(seccomp_data, nr);
constexpr u32 offset_arch = offsetof(seccomp_data, arch);
constexpr u32 offset_argument(int i) {
  return static_cast<u32>(offsetof(seccomp_data, args) + sizeof(u64) * static_cast<std::size_t>(i));
}

/** Writes classic BPF. Conditional jumps reach 255 instructions, which is more than any filter's list of values takes. */
class Assembler {
 public:
  Assembler(u64 key, u32 on_asked) : key_(key), on_asked_(on_asked) {}

  void load(u32 offset) { code_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)); }
  void answer(u32 action) { code_.push_back(BPF_STMT(BPF_RET | BPF_K, action)); }
  void refuse(u32 error) { answer(SECCOMP_RET_ERRNO | error); }
  void if_equal_skip_one(u32 k) { jump(BPF_JEQ, k, 1, 0); }
  void if_at_least_else_skip_one(u32 k) { jump(BPF_JGE, k, 0, 1); }

  /** Finds the rule of the number in the accumulator by bisection. */
  void tree(std::span<const RuleSpan> spans) {
    if (spans.size() == 1) return rule(spans[0].rule);
    const std::size_t middle = spans.size() / 2;
    if_at_least_else_skip_one(spans[middle].first);
    const std::size_t far = code_.size();
    code_.push_back(BPF_STMT(BPF_JMP | BPF_JA, 0));
    tree(spans.first(middle));
    // Not reached in order: numbers from the middle on come by the jump, all others have been answered.
    code_[far].k = static_cast<u32>(code_.size() - far - 1);
    tree(spans.subspan(middle));
  }

  [[nodiscard]] sock_fprog program() { return {static_cast<unsigned short>(code_.size()), code_.data()}; }

 private:
  void jump(u32 condition, u32 k, std::size_t if_true, std::size_t if_false) {
    code_.push_back(BPF_JUMP(BPF_JMP | condition | BPF_K, k, static_cast<u8>(if_true), static_cast<u8>(if_false)));
  }

  void rule(const Rule& rule) {
    switch (rule.verdict) {
      case Verdict::allowed: return answer(SECCOMP_RET_ALLOW);
      case Verdict::asked: return answer(on_asked_);
      case Verdict::refused: return refuse(rule.error);
      case Verdict::filtered:
        for (const ArgumentStep& step : steps_of(rule.filter)) demand(step);
        return answer(SECCOMP_RET_ALLOW);
    }
  }

  /** Goes on behind itself when the argument is as demanded. */
  void demand(const ArgumentStep& step) {
    const u32 low = offset_argument(step.argument), high = low + 4;
    u32 bits = 0;
    for (const u32 value : step.values) bits |= value;
    load(low);
    switch (step.test) {
      case Test::one_of: equal_to_one(step.values); return refuse(step.error);
      case Test::only_for: equal_to_one(step.values); return answer(SECCOMP_RET_ALLOW);
      case Test::none_of:
        for (std::size_t i = 0; i < step.values.size(); ++i) jump(BPF_JEQ, step.values[i], step.values.size() - i, 0);
        code_.push_back(BPF_STMT(BPF_JMP | BPF_JA, 1));
        return refuse(step.error);
      case Test::only_bits: jump(BPF_JSET, ~bits, 0, 1); return refuse(step.error);
      case Test::no_bits: jump(BPF_JSET, bits, 0, 1); return refuse(step.error);
      case Test::zero:
      case Test::key: {
        const u64 wanted = step.test == Test::key ? key_ : 0;
        jump(BPF_JEQ, static_cast<u32>(wanted), 0, 2);
        load(high);
        jump(BPF_JEQ, static_cast<u32>(wanted >> 32), 1, 0);
        return refuse(step.error);
      }
    }
  }

  /** Skips the one instruction that follows when the accumulator is one of the values. */
  void equal_to_one(const std::vector<u32>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) jump(BPF_JEQ, values[i], values.size() - i, 0);
  }

  u64 key_;
  u32 on_asked_;
  std::vector<sock_filter> code_;
};

long install(sock_fprog& program) { return sys::call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program); }

}  // namespace

long install_listening(const sock_fprog* program) {
  const u32 flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  const long listener = sys::call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | wait_killable, program);
  return listener == -EINVAL ? sys::call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, program) : listener;
}

Fd install_base(u64 key, Sysinfo sysinfo) {
  Assembler a{key, sysinfo == Sysinfo::listener ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ALLOW};
  // A foreign architecture's numbers mean other calls: no table of ours could judge them.
  a.load(offset_arch);
  a.if_equal_skip_one(native_arch);
  a.answer(SECCOMP_RET_KILL_PROCESS);
  a.load(offset_number);
  a.if_at_least_else_skip_one(x32_bit);
  a.answer(SECCOMP_RET_KILL_PROCESS);
  const std::vector<RuleSpan> spans = rules_by_number();
  a.tree(spans);

  must("no_new_privs", sys::call(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
  sock_fprog program = a.program();
  if (sysinfo == Sysinfo::listener) return Fd{must("seccomp", install_listening(&program))};
  must("seccomp", install(program));
  return {};
}

}  // namespace sandglass
