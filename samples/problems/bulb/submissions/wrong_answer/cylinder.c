/* Takes the bulbs for cylinders. */
#include <math.h>
#include <stdio.h>

int main(void) {
    double H, R, d, q, t;
    if (scanf("%lf %lf %lf %lf %lf", &H, &R, &d, &q, &t) != 5) return 1;
    double fallen = fmin(q * t / (acos(-1.0) * R * R), d);
    printf("%.9f %.9f\n", d - fallen, fallen);
    return 0;
}
