// Attacks: the compiler's time: a constant that takes for ever to compute, in parts below the compiler's own limits.
template <int N> constexpr long spin() {
  long sum = N;
  for (long i = 0; i < 250000; ++i) sum = sum * 31 + i;
  return sum + spin<N - 1>();
}
template <> constexpr long spin<0>() { return 0; }
constexpr long a = spin<100>(), b = spin<200>(), c = spin<300>(), d = spin<400>();
int main() { return static_cast<int>(a + b + c + d); }
