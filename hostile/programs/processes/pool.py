# Attacks: the end of the run: a pool of Python's processes, its helper for shared memory, and threads that are no daemons.
import multiprocessing
import os
import signal
import threading
import time
from multiprocessing import shared_memory


def stay(_):
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    time.sleep(1000)


if __name__ == "__main__":
    try:
        kept = shared_memory.SharedMemory("left", create=True, size=1 << 16)
        for _ in range(3):
            multiprocessing.get_context("fork").Process(target=stay, args=(0,)).start()
    except OSError as error:
        print("refused", error)
    threading.Thread(target=time.sleep, args=(1000,)).start()
    os._exit(0)
