// The rules of system_calls.inc and system_call_arguments.inc as data.
#pragma once
#include <string_view>
#include <vector>

#include "kernel/sys.h"

namespace sandglass {

enum class Verdict : u8 { allowed, refused, filtered, asked };

struct Rule {
  Verdict verdict = Verdict::refused;
  /** Of a refused call; 0: it is answered as if it had been made. */
  u32 error = 0;
  /** Of a filtered call: a name of system_call_arguments.inc. */
  std::string_view filter{};

  bool operator==(const Rule&) const = default;
};

/** From this number on, up to the next span's, one rule holds. */
struct RuleSpan {
  u32 first;
  Rule rule;
};

/** The rules of all numbers of this machine's instruction set, from 0 on without a gap; the last span has no end. */
std::vector<RuleSpan> rules_by_number();

enum class Test : u8 { one_of, none_of, only_bits, no_bits, only_for, zero, key };

struct ArgumentTest {
  std::string_view filter;
  u8 argument;
  Test test;
  u32 error;
};

struct ArgumentStep : ArgumentTest {
  std::vector<u32> values;
};

/** What the filter of that name demands, in order. */
std::vector<ArgumentStep> steps_of(std::string_view filter);

}  // namespace sandglass
