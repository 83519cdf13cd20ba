import { z } from 'zod';

/**
 * Judgement type ids of the CCS specification ("Judgement Types", CLICS), plus
 * `JE`, the judging error: our own failure, which a team never sees as a verdict.
 */
export const verdictIds = [
  'AC',
  'CE',
  'RTE',
  'TLE',
  'WTL',
  'MLE',
  'OLE',
  'ILE',
  'WA',
  'PE',
  'NO',
  'SV',
  'JE',
] as const;

export const verdictSchema = z.enum(verdictIds).meta({ id: 'Verdict' });
export type Verdict = z.infer<typeof verdictSchema>;
