import type { AdvisoryRule } from './rule.ts';

const slow = new Set(['hpet', 'acpi_pm', 'pit', 'jiffies', 'refined-jiffies']);

export const slowClockSource: AdvisoryRule = {
  id: 'clock-source',
  severity: 'warning',
  title: 'The kernel reads a slow clock',
  applies: 'the clock source is `hpet`, `acpi_pm`, `pit`, `jiffies` or `refined-jiffies`',
  happens:
    "The processor's own counter was found unreliable, so that reading the clock is a system call that takes microseconds instead of nanoseconds. Programs that ask for the time are slower, and all measured times are coarser.",
  remedy:
    'Look for "clocksource" in the kernel log: a firmware update, or tsc=reliable on machines known to be sound, gives tsc back.',
  source: 'Linux, Documentation/timers/timekeeping.rst',
  find: ({ settings: { clockSource } }) =>
    clockSource !== null && slow.has(clockSource) ? `The clock source is ${clockSource}.` : null,
};
