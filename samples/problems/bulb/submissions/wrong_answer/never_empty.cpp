// Forgets that the sand runs out: the cube root of a negative number.
#include <cmath>
#include <cstdio>

int main() {
    double H, R, d, q, t;
    if (std::scanf("%lf %lf %lf %lf %lf", &H, &R, &d, &q, &t) != 5) return 1;
    double unit = std::acos(-1.0) * R * R / (3 * H * H);
    double fallen = q * t / unit;
    std::printf("%.9f %.9f\n", std::cbrt(d * d * d - fallen), H - std::cbrt(H * H * H - fallen));
}
