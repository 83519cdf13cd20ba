// Floating-point numbers by the format's grammar ("General requirements"): decimal, optional
// sign and exponent; no hexadecimal, no "inf", no "nan".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace sandglass {

/** Longer tokens are never numbers. The format asks for 30 digits on either side of the point. */
inline constexpr std::size_t maximum_number_length = 4096;

/** The closest double; beyond the range of doubles an infinity, below it zero. */
std::optional<double> parse_number(std::string_view token);

/** Are two numbers within one of the tolerances? Infinite values are close to themselves only. */
bool is_close(double found, double expected, std::optional<double> absolute, std::optional<double> relative);

}  // namespace sandglass
