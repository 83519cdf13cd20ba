# Attacks: services of the host, through its loopback address, by name and by number.
import os
import socket

port = int(os.environ["HOSTILE_PORT"])
for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "169.254.169.254"):
    try:
        socket.create_connection((host, port), timeout=0.2).close()
        print("BREACH connected to", host)
    except OSError:
        pass
try:
    print("BREACH resolved", socket.getaddrinfo("example.org", 80))
except OSError:
    pass
