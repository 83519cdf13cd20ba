# Attacks: Python's stack and memory: recursion without its own bound, objects that come back when they are freed.
import sys
import threading

sys.setrecursionlimit(1 << 30)
threading.stack_size(512 << 20)


class Phoenix:
    def __del__(self):
        kept.append(Phoenix())
        kept.append(bytearray(1 << 20))


kept = []


def dive(n):
    one = Phoenix()
    return dive(n + 1) if n >= 0 else one


thread = threading.Thread(target=dive, args=(0,))
thread.start()
thread.join()
