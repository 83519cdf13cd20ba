// Attacks: the compiler's memory: a constant for which vectors grow without end.
#include <vector>
constexpr unsigned long grow() {
  unsigned long sum = 0;
  for (int i = 0; i < 250000; i++) {
    std::vector<long> *lost = new std::vector<long>(4096, i);
    sum += lost->size();
  }
  return sum;
}
constexpr unsigned long sum = grow();
int main() { return sum; }
