import type { AdvisoryRule } from './rule.ts';

export const smtUsed: AdvisoryRule = {
  id: 'smt-used',
  severity: 'warning',
  title: 'Two slots share a core',
  applies: 'slots are made per hardware thread (`--smt use`, `SANDGLASS_SMT=use`)',
  happens:
    'Two programs on one core slow each other by up to half, and by how much depends on what the other one does.',
  remedy: 'Leave SMT idle for a contest; use it to go through many judgings whose times do not matter.',
  source:
    'Intel 64 and IA-32 Architectures Optimization Reference Manual, "Multicore and Intel Hyper-Threading Technology"',
  find: ({ plan: { slots } }) => {
    const cpus = new Set(slots.flatMap((slot) => slot.cpus));
    const shared = slots.filter(({ siblings }) => siblings.some((sibling) => cpus.has(sibling)));
    return shared.length === 0
      ? null
      : `${String(shared.length)} of ${String(slots.length)} slots share a core with another slot.`;
  },
};
