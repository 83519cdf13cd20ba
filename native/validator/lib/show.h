// Bytes from a stranger's output, fit for a message: quoted, printable ASCII, bounded.
#pragma once

#include <string>
#include <string_view>

namespace sandglass {

inline constexpr std::size_t shown_bytes = 80;

/** Cut after shown_bytes; `cut` says that the caller itself has passed only a beginning. */
std::string show(std::string_view bytes, bool cut = false);

}  // namespace sandglass
