import type { AdvisoryRule } from './rule.ts';

export const clockUnsynchronised: AdvisoryRule = {
  id: 'clock-unsynchronised',
  severity: 'info',
  title: 'The clock of the day is not synchronised',
  applies: 'systemd-timesyncd runs and has not set the clock yet',
  happens:
    'Times of logs and reports from several hosts do not fit together. Measurements use another clock and are not touched.',
  remedy: 'Let the host reach a time server, best the one the api server uses.',
  source: 'systemd-timesyncd.service(8)',
  find: ({ settings }) =>
    settings.clockSynchronised === false ? 'systemd-timesyncd has not set the clock.' : null,
};
