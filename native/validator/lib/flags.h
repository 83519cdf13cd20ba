// Arguments of the default output validator (problem package format 2025-09,
// "Default output validator specification"; the legacy format has the same five).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sandglass {

struct Flags {
  bool case_sensitive = false;
  bool space_change_sensitive = false;
  std::optional<double> absolute_tolerance;
  std::optional<double> relative_tolerance;

  bool numeric() const { return absolute_tolerance.has_value() || relative_tolerance.has_value(); }
};

struct FlagError {
  /** In words; names the argument. */
  std::string reason;
};

std::variant<Flags, FlagError> parse_flags(const std::vector<std::string_view>& arguments);

}  // namespace sandglass
