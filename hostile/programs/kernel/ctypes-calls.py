# Attacks: the kernel and the judge's files from Python, by the system's library and bare pointers.
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
zeros = ctypes.create_string_buffer(4096)
for number in (101, 161, 165, 175, 298, 321, 425, 323, 304, 310, 311, 434 if False else 155):
    if libc.syscall(number, 16, zeros, zeros, 0, 0) >= 0:
        print("BREACH call", number)
for path in (os.environ["HOSTILE_SECRET"], "/etc/shadow", "/dev/mem", "/judge/answer"):
    if libc.open(path.encode(), 0) >= 0:
        print("BREACH", path)
for name, attempt in {
    "user": lambda: os.setuid(0),
    "groups": lambda: os.setgroups([0]),
    "root": lambda: os.chroot("/"),
    "namespace": lambda: os.unshare(os.CLONE_NEWUSER) if hasattr(os, "unshare") else os.setuid(0),
    "priority": lambda: os.setpriority(os.PRIO_PROCESS, 0, -20),
    "node": lambda: os.mknod("/box/disk", 0o60666, os.makedev(8, 0)),
}.items():
    try:
        attempt()
        print("BREACH", name)
    except OSError:
        pass
