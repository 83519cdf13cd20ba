// The comparison itself: two streams of bytes, token by token.
#pragma once

#include <optional>
#include <string>

#include "flags.h"
#include "reader.h"

namespace sandglass {

struct Verdict {
  bool accepted = false;
  /** The first difference in words, for the jury; empty when accepted. Printable, bounded. */
  std::string message;
  /** Place of the first difference in the output. */
  std::optional<Place> place;
  /** errno of reading one of the files; then the rest says nothing. */
  int output_error = 0;
  int answer_error = 0;
};

Verdict compare(int output_fd, int answer_fd, const Flags& flags);

}  // namespace sandglass
