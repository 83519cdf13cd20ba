# Attacks: memory from Python, catching every MemoryError and going on.
hoard = []
while True:
    try:
        hoard.append(bytearray(1 << 20))
    except MemoryError:
        pass
