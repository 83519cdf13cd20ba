#include "compare.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "number.h"
#include "show.h"

namespace sandglass {
namespace {

/** Lower-case ASCII; all other bytes are themselves (the format folds A–Z only). */
constexpr std::array<char, 256> folded = [] {
  std::array<char, 256> table{};
  for (int byte = 0; byte < 256; byte++) {
    table[static_cast<std::size_t>(byte)] = static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte);
  }
  return table;
}();

char fold(char c) { return folded[static_cast<unsigned char>(c)]; }

/** Length of the common beginning, a word at a time. */
std::size_t common_prefix(std::string_view a, std::string_view b) {
  const std::size_t size = a.size() < b.size() ? a.size() : b.size();
  std::size_t at = 0;
  for (; at + 8 <= size; at += 8) {
    std::uint64_t left, right;
    std::memcpy(&left, a.data() + at, 8);
    std::memcpy(&right, b.data() + at, 8);
    if (left != right) {
      if constexpr (std::endian::native == std::endian::little) {
        return at + static_cast<std::size_t>(std::countr_zero(left ^ right)) / 8;
      } else {
        return at + static_cast<std::size_t>(std::countl_zero(left ^ right)) / 8;
      }
    }
  }
  while (at < size && a[at] == b[at]) at++;
  return at;
}

/** A token, complete in the buffer, or the beginning of one that does not fit. */
struct Token {
  std::string_view bytes;
  bool complete;
};

std::size_t token_length(std::string_view ready, std::size_t from) {
  while (from < ready.size() && !is_space(ready[from])) from++;
  return from;
}

/** The reader is at a token's first byte. The view lives until the reader reads on. */
Token token(Reader& reader) {
  std::size_t length = token_length(reader.ready(), 0);
  while (length == reader.ready().size()) {
    if (!reader.more()) return {reader.ready().substr(0, length), length < Reader::buffer_bytes};
    length = token_length(reader.ready(), length);
  }
  return {reader.ready().substr(0, length), true};
}

class Comparison {
 public:
  Comparison(int output_fd, int answer_fd, const Flags& flags)
      : output_(output_fd), answer_(answer_fd), flags_(flags) {}

  Verdict run() {
    Verdict verdict;
    while (step(verdict)) {
    }
    verdict.output_error = output_.error();
    verdict.answer_error = answer_.error();
    return verdict;
  }

 private:
  // One round: bytes that are equal, white space, one token. False when the verdict is made.
  bool step(Verdict& verdict) {
    skip_equal();
    if (!(flags_.space_change_sensitive ? same_space(verdict) : skip_space())) return false;
    const bool output_ended = !output_.fill(), answer_ended = !answer_.fill();
    if (output_ended && answer_ended) {
      verdict.accepted = true;
      return false;
    }
    if (output_ended) return reject(verdict, "the output ends here, expected " + shown(answer_));
    if (answer_ended) return reject(verdict, "the answer ends here, found " + shown(output_));
    return same_token(verdict);
  }

  // Equal bytes are right under all flags. Skips them up to the start of a token, so that what
  // follows is looked at as a whole.
  void skip_equal() {
    while (output_.fill() && answer_.fill()) {
      const std::string_view output = output_.ready(), answer = answer_.ready();
      const std::size_t common = common_prefix(output, answer);
      std::size_t boundary = common;
      while (boundary > 0 && !is_space(output[boundary - 1])) boundary--;
      output_.consume(boundary);
      answer_.consume(boundary);
      const bool buffer_used_up = common == output.size() || common == answer.size();
      if (boundary == 0 || !buffer_used_up) return;
      // A token cut by the buffer's end: bring in the rest before judging it. Only one of the
      // buffers need be at its end, so both are asked.
      const bool output_came = common == output.size() && output_.more();
      const bool answer_came = common == answer.size() && answer_.more();
      if (!output_came && !answer_came) return;
    }
  }

  bool skip_space() {
    skip_space(output_);
    skip_space(answer_);
    return true;
  }

  static void skip_space(Reader& reader) {
    while (reader.fill()) {
      const std::string_view ready = reader.ready();
      std::size_t at = 0;
      while (at < ready.size() && is_space(ready[at])) at++;
      reader.consume(at);
      if (at < ready.size()) return;
    }
  }

  // Byte by byte: white space that differs is short in every honest file.
  bool same_space(Verdict& verdict) {
    for (;;) {
      const bool output_space = output_.fill() && is_space(output_.ready()[0]);
      const bool answer_space = answer_.fill() && is_space(answer_.ready()[0]);
      if (!output_space && !answer_space) return true;
      if (!output_space || !answer_space || output_.ready()[0] != answer_.ready()[0]) {
        return reject(verdict,
                      "white space differs: expected " + next_space(answer_) + ", found " + next_space(output_));
      }
      output_.consume(1);
      answer_.consume(1);
    }
  }

  static std::string next_space(Reader& reader) {
    if (!reader.fill()) return "the end";
    const std::string_view ready = reader.ready();
    std::size_t length = 0;
    while (length < ready.size() && length < 8 && is_space(ready[length])) length++;
    if (length == 0) return shown(reader);
    const bool cut = length == 8 && length < ready.size() && is_space(ready[length]);
    return show(ready.substr(0, length), cut);
  }

  static std::string shown(Reader& reader) {
    const Token next = token(reader);
    return show(next.bytes, !next.complete);
  }

  bool same_token(Verdict& verdict) {
    const Token answer = token(answer_);
    const Token output = token(output_);
    if (!answer.complete || !output.complete) return same_giant(verdict);
    if (flags_.numeric()) {
      if (const std::optional<double> expected = parse_number(answer.bytes)) {
        return same_number(output.bytes, answer.bytes, *expected, verdict);
      }
    }
    if (!same_string(output.bytes, answer.bytes)) {
      return reject(verdict, "expected " + show(answer.bytes) + ", found " + show(output.bytes));
    }
    consume(output, answer);
    return true;
  }

  bool same_number(std::string_view output, std::string_view answer, double expected, Verdict& verdict) {
    const std::optional<double> found = parse_number(output);
    // Equal characters are right even where doubles end.
    const bool right = output == answer || (found.has_value() && is_close(*found, expected, flags_.absolute_tolerance,
                                                                          flags_.relative_tolerance));
    if (right) {
      output_.consume(output.size());
      answer_.consume(answer.size());
      return true;
    }
    std::string message = "expected " + show(answer) + ", found " + show(output);
    if (!found.has_value()) return reject(verdict, message + ", which is not a number");
    const double difference = std::abs(*found - expected);
    char figures[160];
    std::snprintf(figures, sizeof figures, ": absolute error %.6g", difference);
    message += figures;
    if (flags_.absolute_tolerance) {
      std::snprintf(figures, sizeof figures, " (allowed %.6g)", *flags_.absolute_tolerance);
      message += figures;
    }
    if (expected != 0) {
      std::snprintf(figures, sizeof figures, ", relative error %.6g", difference / std::abs(expected));
      message += figures;
    }
    if (flags_.relative_tolerance) {
      std::snprintf(figures, sizeof figures, " (allowed %.6g)", *flags_.relative_tolerance);
      message += figures;
    }
    return reject(verdict, message);
  }

  bool same_string(std::string_view output, std::string_view answer) const {
    if (output.size() != answer.size()) return false;
    if (flags_.case_sensitive) return output == answer;
    for (std::size_t at = 0; at < output.size(); at++) {
      if (fold(output[at]) != fold(answer[at])) return false;
    }
    return true;
  }

  void consume(const Token& output, const Token& answer) {
    output_.consume(output.bytes.size());
    answer_.consume(answer.bytes.size());
  }

  // Tokens that fill the buffer are compared as strings, part by part. A number is never that
  // long, so an answer that is a number is complete and an output this long is not close to it.
  bool same_giant(Verdict& verdict) {
    const std::string difference = "expected " + shown(answer_) + ", found " + shown(output_);
    const Place start = output_.place();
    for (;;) {
      const bool output_inside = output_.fill() && !is_space(output_.ready()[0]);
      const bool answer_inside = answer_.fill() && !is_space(answer_.ready()[0]);
      if (!output_inside && !answer_inside) return true;
      if (!output_inside || !answer_inside) return reject_at(verdict, start, difference + ", of another length");
      const std::string_view output = output_.ready(), answer = answer_.ready();
      const std::size_t size = output.size() < answer.size() ? output.size() : answer.size();
      std::size_t at = 0;
      for (; at < size; at++) {
        const bool output_ends = is_space(output[at]), answer_ends = is_space(answer[at]);
        if (output_ends && answer_ends) break;
        const bool same = flags_.case_sensitive ? output[at] == answer[at] : fold(output[at]) == fold(answer[at]);
        if (output_ends != answer_ends || !same) {
          output_.consume(at);
          char where[80];
          std::snprintf(where, sizeof where, ", different from byte %llu of the token on",
                        static_cast<unsigned long long>(output_.place().offset - start.offset + 1));
          return reject_at(verdict, start, difference + where);
        }
      }
      output_.consume(at);
      answer_.consume(at);
    }
  }

  bool reject(Verdict& verdict, const std::string& reason) { return reject_at(verdict, output_.place(), reason); }

  static bool reject_at(Verdict& verdict, const Place& place, const std::string& reason) {
    char where[128];
    std::snprintf(where, sizeof where,
                  "line %llu, column %llu (token %llu): ", static_cast<unsigned long long>(place.line),
                  static_cast<unsigned long long>(place.column), static_cast<unsigned long long>(place.token));
    verdict.accepted = false;
    verdict.place = place;
    verdict.message = where + reason;
    return false;
  }

  Reader output_;
  Reader answer_;
  const Flags& flags_;
};

}  // namespace

Verdict compare(int output_fd, int answer_fd, const Flags& flags) {
  return Comparison(output_fd, answer_fd, flags).run();
}

}  // namespace sandglass
