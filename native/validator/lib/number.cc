#include "number.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace sandglass {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/** What the grammar sees of a token: enough to distinguish overflow from underflow. */
struct Shape {
  bool valid = false;
  bool negative = false;
};

Shape scan(std::string_view token) {
  Shape shape;
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < token.size() && is_digit(token[at])) at++;
    return at - start;
  };
  if (at < token.size() && (token[at] == '+' || token[at] == '-')) shape.negative = token[at++] == '-';
  std::size_t significand = digits();
  if (at < token.size() && token[at] == '.') {
    at++;
    significand += digits();
  }
  if (significand == 0) return shape;
  if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
    at++;
    if (at < token.size() && (token[at] == '+' || token[at] == '-')) at++;
    if (digits() == 0) return shape;
  }
  shape.valid = at == token.size();
  return shape;
}

/**
 * Decimal exponent of the leading non-zero digit, as far as it matters for the sign of the range
 * error; the exponent is cut off where it cannot matter any more.
 */
bool is_overflow(std::string_view digits) {
  long long exponent = 0, point = 0, leading = 0;
  bool after_point = false, found = false;
  std::size_t at = 0;
  for (; at < digits.size() && digits[at] != 'e' && digits[at] != 'E'; at++) {
    if (digits[at] == '.') {
      after_point = true;
      continue;
    }
    if (!after_point) point++;
    if (!found) {
      if (digits[at] == '0') leading++;
      else found = true;
    }
  }
  if (at < digits.size()) {
    at++;
    const bool negative = at < digits.size() && digits[at] == '-';
    if (at < digits.size() && !is_digit(digits[at])) at++;
    for (; at < digits.size() && exponent < 1'000'000; at++) exponent = exponent * 10 + (digits[at] - '0');
    if (negative) exponent = -exponent;
  }
  return point - leading + exponent > 0;
}

}  // namespace

std::optional<double> parse_number(std::string_view token) {
  if (token.empty() || token.size() > maximum_number_length) return std::nullopt;
  const Shape shape = scan(token);
  if (!shape.valid) return std::nullopt;
  // from_chars knows no plus sign.
  const std::string_view digits = is_digit(token[0]) || token[0] == '.' ? token : token.substr(1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range) {
    value = is_overflow(digits) ? std::numeric_limits<double>::infinity() : 0.0;
  } else if (error != std::errc() || end != digits.data() + digits.size()) {
    return std::nullopt;
  }
  return shape.negative ? -value : value;
}

bool is_close(double found, double expected, std::optional<double> absolute, std::optional<double> relative) {
  if (found == expected) return true;
  if (!std::isfinite(found) || !std::isfinite(expected)) return false;
  const double difference = std::fabs(found - expected);
  if (absolute.has_value() && difference <= *absolute) return true;
  return relative.has_value() && difference <= *relative * std::fabs(expected);
}

}  // namespace sandglass
