// Moves the sand in steps of a billionth of a second, at most 10^13 of them.
#include <cmath>
#include <cstdio>

int main() {
    double H, R, d, q, t;
    if (std::scanf("%lf %lf %lf %lf %lf", &H, &R, &d, &q, &t) != 5) return 1;
    const double unit = std::acos(-1.0) * R * R / (3 * H * H);
    const double step = q * 1e-9 / unit;
    double upper = d * d * d, fallen = 0;
    for (long long i = 0; i < static_cast<long long>(t * 1e9) && i < 10'000'000'000'000; ++i) {
        if (upper < step) break;
        upper -= step;
        fallen += step;
    }
    std::printf("%.9f %.9f\n", std::cbrt(upper), H - std::cbrt(H * H * H - fallen));
}
