#include <math.h>
#include <stdio.h>

int main(void) {
    double H, R, d, q, t;
    if (scanf("%lf %lf %lf %lf %lf", &H, &R, &d, &q, &t) != 5) return 1;
    double unit = acos(-1.0) * R * R / (3 * H * H); /* a cone of height h holds unit * h^3 */
    double fallen = fmin(q * t / unit, d * d * d);
    printf("%.9f %.9f\n", cbrt(d * d * d - fallen), H - cbrt(H * H * H - fallen));
    return 0;
}
