import type { AdvisoryRule } from './rule.ts';

const perSlotBytes = 512 * 1024 * 1024;

export const littleMemory: AdvisoryRule = {
  id: 'little-memory',
  severity: 'warning',
  title: 'Little memory for the slots',
  applies: 'less than 512 MiB of memory are available per slot',
  happens:
    'When all slots use what their limits allow, the host runs out: the kernel then kills what it likes, or drops the page cache of test data and waits for the disk.',
  remedy: 'Use fewer slots (SANDGLASS_SLOTS), or more memory.',
  source: 'proc_meminfo(5), "MemAvailable"',
  find: ({ memory, plan: { slots } }) => {
    if (memory.totalBytes === 0 || memory.availableBytes >= slots.length * perSlotBytes) return null;
    return `${String(Math.round(memory.availableBytes / 1024 / 1024))} MiB are available for ${String(slots.length)} slots.`;
  },
};
