import { slugSchema } from '@sandglass/contracts';
import { z } from 'zod';

/** Widths of the chart, minutes. */
export const windows = [1, 3, 10, 30, 120, 360] as const;
export const colourings = ['verdict', 'gap', 'problem'] as const;
export type Colouring = (typeof colourings)[number];

/** What the chart shows is in the address, so that it can be passed on. */
export const timelineSearchSchema = z.object({
  minutes: z.coerce.number<string | number>().min(0.1).max(360).optional().catch(undefined),
  /** The right end, ms since 1970; without it the chart moves. */
  until: z.coerce.number<string | number>().int().nonnegative().optional().catch(undefined),
  colour: z.enum(colourings).optional().catch(undefined),
  follow: z.string().max(40).optional().catch(undefined),
  /** Whose number is followed. */
  contest: slugSchema.optional().catch(undefined),
});

const usualMinutes = 10;

/** @param until null: the chart moves @returns the time that is shown, as in the address */
export function timeInAddress(windowMs: number, until: number | null) {
  const minutes = Math.round(windowMs / 60) / 1000;
  return {
    minutes: minutes === usualMinutes ? undefined : minutes,
    until: until === null ? undefined : Math.round(until),
  };
}

/** @param now ms; the chart shows no time that is still to come */
export function timeOfAddress(
  { minutes, until }: Pick<z.infer<typeof timelineSearchSchema>, 'minutes' | 'until'>,
  now: number,
): { windowMs: number; until: number | null } {
  return {
    windowMs: (minutes ?? usualMinutes) * 60_000,
    until: until === undefined || until >= now ? null : until,
  };
}
