# Attacks: both output streams at once from Python threads that catch every error.
import os
import threading


def flood(stream: int) -> None:
    while True:
        try:
            os.write(stream, b"x" * 65536)
        except OSError:
            pass


for stream in (1, 2, 1, 2):
    threading.Thread(target=flood, args=(stream,)).start()
