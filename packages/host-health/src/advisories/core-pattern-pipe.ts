import type { AdvisoryRule } from './rule.ts';

export const corePatternPipe: AdvisoryRule = {
  id: 'core-pattern-pipe',
  severity: 'critical',
  title: 'Crashes start a program on the host',
  applies: '`kernel.core_pattern` begins with `|`, as Ubuntu’s apport and systemd-coredump set it',
  happens:
    "The kernel ignores the core file limit of 0 for a pipe: every crash of a contestant's program starts the handler as root on the host, outside all limits, and its time disturbs the next run.",
  remedy:
    'sysctl -w kernel.core_pattern=core, and the same line in /etc/sysctl.d; then disable apport or systemd-coredump.socket, which would set it back.',
  source: 'core(5), "Piping core dumps to a program"',
  find: ({ settings: { corePattern } }) =>
    corePattern?.startsWith('|') === true ? `kernel.core_pattern is "${corePattern}".` : null,
};
