#include "show.h"

namespace sandglass {

std::string show(std::string_view bytes, bool cut) {
  static constexpr char hex[] = "0123456789abcdef";
  std::string shown = "\"";
  for (const char c : bytes.substr(0, shown_bytes)) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '\n': shown += "\\n"; break;
      case '\r': shown += "\\r"; break;
      case '\t': shown += "\\t"; break;
      case '"': shown += "\\\""; break;
      case '\\': shown += "\\\\"; break;
      default:
        if (byte >= 0x20 && byte < 0x7f) {
          shown += c;
        } else {
          shown += "\\x";
          shown += hex[byte >> 4];
          shown += hex[byte & 15];
        }
    }
  }
  shown += '"';
  if (cut || bytes.size() > shown_bytes) shown += "…";
  return shown;
}

}  // namespace sandglass
