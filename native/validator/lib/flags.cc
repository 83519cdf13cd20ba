#include "flags.h"

#include <cmath>
#include <utility>

#include "number.h"
#include "show.h"

namespace sandglass {
namespace {

constexpr std::string_view absolute = "float_absolute_tolerance";
constexpr std::string_view relative = "float_relative_tolerance";
constexpr std::string_view both = "float_tolerance";

constexpr std::string_view known =
    "case_sensitive, space_change_sensitive, float_absolute_tolerance E, float_relative_tolerance E, "
    "float_tolerance E";

std::string text(std::string_view view) { return std::string(view); }

}  // namespace

std::variant<Flags, FlagError> parse_flags(const std::vector<std::string_view>& arguments) {
  Flags flags;
  bool seen_absolute = false, seen_relative = false, seen_both = false;
  for (std::size_t index = 0; index < arguments.size(); index++) {
    const std::string_view name = arguments[index];
    if (name == "case_sensitive") {
      flags.case_sensitive = true;
      continue;
    }
    if (name == "space_change_sensitive") {
      flags.space_change_sensitive = true;
      continue;
    }
    if (name != absolute && name != relative && name != both) {
      return FlagError{show(name) + " is not an argument of the default validator; they are " + text(known)};
    }
    bool& seen = name == absolute ? seen_absolute : name == relative ? seen_relative : seen_both;
    if (std::exchange(seen, true)) return FlagError{text(name) + " is given more than once"};
    if (++index == arguments.size()) return FlagError{text(name) + " needs a number after it"};
    const std::optional<double> value = parse_number(arguments[index]);
    if (!value.has_value() || !std::isfinite(*value) || *value < 0) {
      return FlagError{text(name) + " needs a number of at least 0, not " + show(arguments[index])};
    }
    if (name != relative) flags.absolute_tolerance = *value;
    if (name != absolute) flags.relative_tolerance = *value;
  }
  if (seen_both && (seen_absolute || seen_relative)) {
    return FlagError{"float_tolerance already sets both tolerances and excludes the other two"};
  }
  return flags;
}

}  // namespace sandglass
