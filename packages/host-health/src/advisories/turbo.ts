import type { AdvisoryRule } from './rule.ts';

export const turboOn: AdvisoryRule = {
  id: 'turbo',
  severity: 'warning',
  title: 'Cores run faster while others rest (turbo)',
  applies: 'Intel turbo or AMD core performance boost is on',
  happens:
    'The frequency of a core depends on how many others work and how warm the machine is: the same program is faster on an idle host than during a rush.',
  remedy:
    'echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo, or echo 0 > /sys/devices/system/cpu/cpufreq/boost; or switch it off in the firmware.',
  source: 'Linux, Documentation/admin-guide/pm/cpufreq.rst, "Frequency Boost Support"',
  find: ({ settings: { turbo } }) => (turbo === true ? 'Turbo is on.' : null),
};
