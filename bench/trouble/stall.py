#!/usr/bin/env python3
"""Processes stuck in the kernel (state D): each waits for a file system whose server never answers.

Usage: stall.py FOLDER COUNT. Ends, and lets all of them go, when its standard input is closed.
"""
import ctypes
import os
import signal
import sys

folder, count = sys.argv[1], int(sys.argv[2])
libc = ctypes.CDLL(None, use_errno=True)
MNT_DETACH = 2

fuse = os.open("/dev/fuse", os.O_RDWR)
options = f"fd={fuse},rootmode=40000,user_id=0,group_id=0".encode()
if libc.mount(b"sandglass-trouble", folder.encode(), b"fuse", 0, options) != 0:
    sys.exit(f"mount: {os.strerror(ctypes.get_errno())}")

children = []
for number in range(count):
    child = os.fork()
    if child == 0:
        # Until the server has introduced itself, every request waits for it, and only a kill ends that.
        os.close(0)
        try:
            os.stat(os.path.join(folder, str(number)))
        except OSError:
            pass
        os._exit(0)
    children.append(child)
print("stuck", flush=True)
sys.stdin.read()
for child in children:
    os.kill(child, signal.SIGKILL)
libc.umount2(folder.encode(), MNT_DETACH)
os.close(fuse)
for child in children:
    os.waitpid(child, 0)
