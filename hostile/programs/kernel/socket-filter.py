# Attacks: the kernel, with socket filters from a language that needs no compiler: Python's own module sets any option.
import ctypes
import errno
import socket
import struct

one, two = socket.socketpair()
code = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0xFFFFFFFF))
program = struct.pack("HxxxxxxQ", 1, ctypes.addressof(code))
for option in (26, 50, 51, 52, 44):
    try:
        one.setsockopt(socket.SOL_SOCKET, option, program)
        print("BREACH option", option)
    except OSError as error:
        if error.errno != errno.ENOPROTOOPT:
            print("BREACH option", option, error)
one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(22, 2, program, 0, 0) >= 0:
    print("BREACH prctl")
