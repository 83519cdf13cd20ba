// Knows no cube roots: looks for both depths by bisection.
#include <cstdio>

int main() {
    double H, R, d, q, t;
    if (std::scanf("%lf %lf %lf %lf %lf", &H, &R, &d, &q, &t) != 5) return 1;
    const double pi = 3.14159265358979323846;
    auto cone = [&](double height) { return pi * R * R / (3 * H * H) * height * height * height; };
    double fallen = q * t < cone(d) ? q * t : cone(d);

    double low = 0, high = d;
    for (int i = 0; i < 200; ++i) {
        double mid = (low + high) / 2;
        (cone(d) - cone(mid) > fallen ? low : high) = mid;
    }
    double upper = q * t >= cone(d) ? 0 : low;

    low = 0, high = H;
    for (int i = 0; i < 200; ++i) {
        double mid = (low + high) / 2;
        (cone(H) - cone(H - mid) < fallen ? low : high) = mid;
    }
    std::printf("%.12g %.12g\n", upper, low);
}
