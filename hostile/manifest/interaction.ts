import type { HostileProgram } from '../model.ts';

/** What an interactor does wrong is our trouble, never the team's: JE. */
export const interaction: readonly HostileProgram[] = [
  { file: 'interaction/never-reads.c', expect: ['WTL'], aims: 'bounded-time' },
  { file: 'interaction/never-flushes.c', expect: ['WTL'], aims: 'bounded-time' },
  { file: 'interaction/floods.c', expect: ['WA', 'OLE', 'TLE'], aims: 'host-size' },
  { file: 'interaction/single-bytes.c', expect: ['WA', 'OLE', 'TLE'], aims: 'supervisor-size' },
  { file: 'interaction/ends-early.c', expect: ['WA'], aims: 'clean-slot' },
  { file: 'interaction/crashes-mid-word.c', expect: ['RTE'], aims: 'clean-slot' },
  { file: 'interaction/closes-output.c', expect: ['WTL'], aims: 'bounded-time' },
  { file: 'interaction/heirs.c', expect: ['WA'], aims: 'no-process' },
  { file: 'interaction/own-pipes.c', expect: ['WA'], aims: 'supervisor' },
  { file: 'interaction/interactor-hangs.c', expect: ['JE'], aims: 'bounded-time', as: 'interactor' },
  { file: 'interaction/interactor-floods.c', expect: ['JE'], aims: 'supervisor-size', as: 'interactor' },
  { file: 'interaction/interactor-exits-zero.c', expect: ['JE'], aims: 'clean-slot', as: 'interactor' },
];
