// Descriptors of every kind, to be sent where a file or a folder is expected.
#pragma once
#include <random>
#include <string>
#include <vector>

#include "kernel/sys.h"

namespace sandglass {

using Random = std::mt19937_64;

struct Oddity {
  const char* what;
  Fd fd;
  /** The other end of a pipe or a socket pair, kept open so that neither end finds the other closed. */
  Fd kept;
};

class Oddities {
 public:
  /** @param folder a temporary folder that is the caller's */
  explicit Oddities(const std::string& folder);
  [[nodiscard]] const Oddity& any(Random& random) const { return all_[random() % all_.size()]; }
  [[nodiscard]] const Oddity& named(const char* what) const;

 private:
  void add(const char* what, long fd, long kept = -1);
  std::vector<Oddity> all_;
};

}  // namespace sandglass
