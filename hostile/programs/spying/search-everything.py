# Attacks: secrets anywhere: reads every file outside the system's own folders and looks for the one that was planted.
import os

for folder, folders, files in os.walk("/"):
    if folder in ("/usr", "/lib", "/lib64", "/bin", "/sbin", "/program"):
        folders.clear()
        continue
    for name in files:
        path = os.path.join(folder, name)
        if "/fd/" in path or folder == "/dev":
            continue
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            text = os.read(fd, 1 << 16)
            os.close(fd)
        except OSError:
            continue
        if b"CANARY" in text:
            print("BREACH", path, text)
