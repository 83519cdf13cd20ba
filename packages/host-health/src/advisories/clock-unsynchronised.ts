import type { AdvisoryRule } from './rule.ts';

export const clockUnsynchronised: AdvisoryRule = {
  id: 'clock-unsynchronised',
  severity: 'info',
  title: 'The clock of the day is not synchronised',
  applies:
    'no time service has reported to the kernel that its clock follows a server, or has heard nothing of it for hours',
  happens:
    'Times of logs and reports from several hosts do not fit together. Measurements use another clock and are not touched.',
  remedy:
    'Let the host reach a time server, best the one the api server uses. chronyd reports it to the kernel only with `rtcsync` in its configuration.',
  source: 'adjtimex(2), "STA_UNSYNC"',
  find: ({ clockSynchronised }) =>
    clockSynchronised === false ? 'For the kernel its clock is unsynchronised (STA_UNSYNC).' : null,
};
