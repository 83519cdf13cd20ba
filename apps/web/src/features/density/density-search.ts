import { z } from 'zod';

/** Widths of the chart, minutes. */
export const windows = [1, 3, 10, 30, 120, 360] as const;
export const colourings = ['verdict', 'gap', 'problem'] as const;
export type Colouring = (typeof colourings)[number];

/** What the chart shows stands in the address, so that it can be passed on. */
export const densitySearchSchema = z.object({
  minutes: z.number().min(0.1).max(360).optional().catch(undefined),
  colour: z.enum(colourings).optional().catch(undefined),
  /** The end of an id may be digits alone: read from an address, it is then a number. */
  follow: z.coerce.string<string | number>().max(40).optional().catch(undefined),
});
