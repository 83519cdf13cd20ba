/**
 * Ctrl-C and its like for commands that make temporary folders: what runs is cancelled, everything is put away, and the
 * process ends as one that was ended by the signal. A second signal does not wait.
 */
const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof numbers;

/** Longer than a slot takes to end. */
const maxMs = 10_000;

const stop = new AbortController();
let by: Signal | undefined;
let listening = false;

/** Aborted by the first signal. From now on signals do not end the process by themselves. */
export function interruption(): AbortSignal {
  if (!listening) for (const signal of Object.keys(numbers) as Signal[]) process.on(signal, interrupted);
  listening = true;
  return stop.signal;
}

/** The exit status a shell gives for the signal that ended the command; null: none did. */
export function interruptedStatus(): number | null {
  return by === undefined ? null : 128 + numbers[by];
}

function interrupted(signal: Signal): void {
  if (by !== undefined) process.exit(128 + numbers[signal]);
  by = signal;
  setTimeout(() => process.exit(128 + numbers[signal]), maxMs).unref();
  stop.abort();
}
