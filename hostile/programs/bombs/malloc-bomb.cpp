// Attacks: memory, with operator new and every page touched.
#include <cstring>
#include <new>
int main() {
  while (true) {
    const std::size_t size = 1 << 20;
    std::memset(new char[size], 1, size);
  }
}
