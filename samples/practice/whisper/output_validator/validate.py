#!/usr/bin/env python3
"""The wind. First run: checks the message and turns it round; second run: compares the number."""
import os
import sys

input_file, answer_file, feedback_dir = sys.argv[1:4]
remembered = os.path.join(feedback_dir, "message")


def end(status, text):
    with open(os.path.join(feedback_dir, "judgemessage.txt"), "a") as file:
        file.write(text + "\n")
    sys.exit(status)


output = sys.stdin.buffer.read(1000).decode("latin-1").strip()
if not os.path.exists(remembered):
    if not 1 <= len(output) <= 32 or set(output) - set("ab"):
        end(43, f"no message of 1 to 32 letters a and b: {output[:40]!r}")
    with open(remembered, "w") as file:
        file.write(output)
    with open(os.path.join(feedback_dir, "nextpass.in"), "w") as file:
        file.write(f"gate {output[::-1]}\n")
    end(42, f"whispered {output}")
with open(answer_file) as file:
    ships = file.read().strip()
end(42 if output == ships else 43, f"understood {output[:40]!r} of {ships} ships")
