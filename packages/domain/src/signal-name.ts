/** Numbers of Linux on x86_64 and aarch64 (asm-generic/signal.h); real-time signals have no name. */
const names: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  10: 'SIGUSR1',
  11: 'SIGSEGV',
  12: 'SIGUSR2',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
  16: 'SIGSTKFLT',
  17: 'SIGCHLD',
  18: 'SIGCONT',
  19: 'SIGSTOP',
  20: 'SIGTSTP',
  21: 'SIGTTIN',
  22: 'SIGTTOU',
  23: 'SIGURG',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
  26: 'SIGVTALRM',
  27: 'SIGPROF',
  28: 'SIGWINCH',
  29: 'SIGIO',
  30: 'SIGPWR',
  31: 'SIGSYS',
};

export const signals = { SIGFPE: 8, SIGSEGV: 11, SIGPIPE: 13, SIGXFSZ: 25, SIGSYS: 31 } as const;

/** "signal 11 (SIGSEGV)". */
export function describeSignal(signal: number): string {
  const name = names[signal];
  return name === undefined ? `signal ${signal}` : `signal ${signal} (${name})`;
}
