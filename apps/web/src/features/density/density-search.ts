import { z } from 'zod';

/** Widths of the chart, minutes. */
export const windows = [1, 3, 10, 30, 120, 360] as const;
export const colourings = ['verdict', 'gap', 'problem'] as const;
export type Colouring = (typeof colourings)[number];

/** What the chart shows stands in the address, so that it can be passed on. */
export const densitySearchSchema = z.object({
  minutes: z.coerce.number<string | number>().min(0.1).max(360).optional().catch(undefined),
  colour: z.enum(colourings).optional().catch(undefined),
  follow: z.string().max(40).optional().catch(undefined),
});
