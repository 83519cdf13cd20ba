import type { AdvisoryRule } from './rule.ts';

export const cgroupV1: AdvisoryRule = {
  id: 'cgroup-v1',
  severity: 'info',
  title: 'Control groups version 1',
  applies: 'version 1 accounts memory',
  happens:
    'Limits and measurements come from several v1 hierarchies. Everything needed is there, but a group cannot be killed in one step.',
  remedy: 'Start the host with systemd.unified_cgroup_hierarchy=1 to have version 2.',
  source: 'cgroups(7)',
  find: ({ cgroupMode, memoryController }) =>
    cgroupMode === 'v1' || (cgroupMode === 'hybrid' && memoryController === 1)
      ? `Control groups are ${cgroupMode}.`
      : null,
};
