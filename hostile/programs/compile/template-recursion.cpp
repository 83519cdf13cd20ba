// Attacks: the compiler's time and memory: a template that doubles without end.
template <unsigned long long N, int D> struct Tree {
  static constexpr unsigned long long value = Tree<2 * N, D - 1>::value + Tree<2 * N + 1, D - 1>::value;
};
template <unsigned long long N> struct Tree<N, 0> {
  static constexpr unsigned long long value = N;
};
int main() { return static_cast<int>(Tree<1, 40>::value); }
