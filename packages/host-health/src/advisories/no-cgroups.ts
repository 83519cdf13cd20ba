import type { AdvisoryRule } from './rule.ts';

export const noCgroups: AdvisoryRule = {
  id: 'no-cgroups',
  severity: 'critical',
  title: 'No control groups',
  applies: 'neither version of control groups is mounted',
  happens:
    'Neither CPU time nor memory of a whole group of processes can be measured or bounded: this host cannot judge.',
  remedy: 'Mount cgroup2 at /sys/fs/cgroup, or give the container its cgroup tree.',
  source: 'Linux, Documentation/admin-guide/cgroup-v2.rst, "Mounting"',
  find: ({ cgroupMode }) => (cgroupMode === 'none' ? 'No control groups are mounted.' : null),
};
