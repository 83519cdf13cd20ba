# Attacks: everything outside the box: tries to write, truncate, delete and create wherever a folder can be seen.
import os

writable = ("/box", "/tmp", "/dev/shm", "/proc")
tried = 0
for folder, _, files in os.walk("/"):
    if folder.startswith(writable):
        continue
    tried += 1
    if tried > 1500:
        break
    try:
        os.close(os.open(os.path.join(folder, "hostile"), os.O_CREAT | os.O_WRONLY))
        print("BREACH created in", folder)
    except OSError:
        pass
    for name in files[:3]:
        path = os.path.join(folder, name)
        if os.path.realpath(path).startswith(writable) or path.startswith("/dev/"):
            continue
        for attempt in (lambda: os.close(os.open(path, os.O_WRONLY)), lambda: os.unlink(path), lambda: os.chmod(path, 0o777)):
            try:
                attempt()
                print("BREACH changed", path)
            except OSError:
                pass
