#!/usr/bin/env python3
"""Checks a sparse ruler: rising marks from 0, no distance twice."""
import os
import sys

input_file, answer_file, feedback_dir = sys.argv[1:4]


def wrong(text):
    with open(os.path.join(feedback_dir, "judgemessage.txt"), "a") as file:
        file.write(text + "\n")
    sys.exit(43)


with open(input_file) as file:
    count, longest = map(int, file.read().split())
words = sys.stdin.buffer.read(10_000).decode("latin-1").split()
if len(words) != count:
    wrong(f"{len(words)} marks where {count} are due")
if not all(word.isascii() and word.isdigit() and len(word) <= 6 for word in words):
    wrong("a mark is not a whole number")
marks = [int(word) for word in words]
if marks[0] != 0 or marks[-1] > longest or any(a >= b for a, b in zip(marks, marks[1:])):
    wrong(f"the marks must rise from 0 to at most {longest}")
seen = {}
for i, a in enumerate(marks):
    for b in marks[i + 1 :]:
        if b - a in seen:
            wrong(f"{a} and {b} are as far apart as {seen[b - a][0]} and {seen[b - a][1]}")
        seen[b - a] = (a, b)
sys.exit(42)
