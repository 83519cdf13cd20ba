import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    below, inside, neck = [0] + numbers[1::3], [0] + numbers[2::3], [0] + numbers[3::3]
    waiting = [0] * len(below)
    for funnel in below:
        waiting[funnel] += 1
    finished = [i for i in range(2, len(below)) if waiting[i] == 0]
    while finished:
        funnel = finished.pop()
        grains = inside[funnel]
        if grains > neck[funnel]:
            grains = neck[funnel]
        under = below[funnel]
        inside[under] += grains
        waiting[under] -= 1
        if waiting[under] == 0 and under != 1:
            finished.append(under)
    print(inside[1])


main()
