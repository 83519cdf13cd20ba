# Attacks: the run's limits, from Python: raises them, ignores every signal, blocks what can be blocked and burns.
import os
import resource
import signal

for name in dir(resource):
    if name.startswith("RLIMIT_"):
        kind = getattr(resource, name)
        soft, hard = resource.getrlimit(kind)
        try:
            resource.setrlimit(kind, (hard, hard))
            if hard != resource.RLIM_INFINITY:
                resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                print("BREACH", name, flush=True)
        except (OSError, ValueError):
            pass
for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except OSError:
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
while True:
    os.getppid()
