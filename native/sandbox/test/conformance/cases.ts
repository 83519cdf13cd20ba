/**
 * What every kernel and every kind of control groups must give: one plain list, run by vitest on the host and by
 * plain Node in a machine with an older kernel. A case passes when its function ends.
 */
import { confinementCases } from './confinement-cases.ts';
import { leftoverCases } from './leftover-cases.ts';
import { limitCases } from './limit-cases.ts';
import { measureCases } from './measure-cases.ts';
import { talkCases } from './talk-cases.ts';
import { waitCases } from './wait-cases.ts';
import type { Case } from './workbench.ts';

export type { Case } from './workbench.ts';

export const cases: readonly Case[] = [
  ...limitCases,
  ...measureCases,
  ...waitCases,
  ...talkCases,
  ...leftoverCases,
  ...confinementCases,
];
