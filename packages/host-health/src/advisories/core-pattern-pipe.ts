import type { AdvisoryRule } from './rule.ts';

export const corePatternPipe: AdvisoryRule = {
  id: 'core-pattern-pipe',
  severity: 'info',
  title: 'Crashes outside slots start a program on the host',
  applies: '`kernel.core_pattern` begins with `|`, as Ubuntu’s apport and systemd-coredump set it',
  happens:
    'A crash in a slot does not start the handler: the sandbox sets the core file limit to 1, which means so for a pipe, and keeps programs from changing it. The kernel writes a line to its log for each. A crash outside the slots, of a compiler that is tried at the start or of any other program of the host, starts the handler as root, and its time may disturb a run.',
  remedy:
    'Nothing needs to be done. To be rid of the handler: sysctl -w kernel.core_pattern=core, and the same line in /etc/sysctl.d; then disable apport or systemd-coredump.socket, which would set it back.',
  source: 'core(5), "Piping core dumps to a program"',
  find: ({ settings: { corePattern } }) =>
    corePattern?.startsWith('|') === true ? `kernel.core_pattern is "${corePattern}".` : null,
};
