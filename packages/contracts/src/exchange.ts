/** What an interactive run's two sides said to each other, as far as it was kept. */
import { z } from 'zod';
import { bytesSchema, microsecondsSchema } from './primitives.ts';

export const exchangeSideSchema = z.enum(['program', 'interactor']);
export type ExchangeSide = z.infer<typeof exchangeSideSchema>;

/** A transcript of 64 KiB has at most this many messages of a byte. */
const mostEntries = 8192;
/** Base64 of twice those 64 KiB, whose every message is rounded up to four characters. */
const maxTranscriptLength = 4 * 64 * 1024;

export const exchangeEntrySchema = z.object({
  /** From 1. */
  pass: z.number().int().positive(),
  from: exchangeSideSchema,
  /** Since the program's start in this pass. */
  atUs: microsecondsSchema,
  /** Base64 of raw bytes. */
  data: z.string().max(maxTranscriptLength),
});
export type ExchangeEntry = z.infer<typeof exchangeEntrySchema>;

const exchangeShareSchema = z.object({
  chargedWallUs: microsecondsSchema.describe('wall time of its own turns'),
  waitedUs: microsecondsSchema.describe('for the other side; charged to nobody'),
  messages: z.number().int().nonnegative(),
  bytes: bytesSchema,
  brokenPipeAtUs: microsecondsSchema.nullable().describe('when it first sent what nobody read any more'),
});

/** One pass of an interactive run: who ended first, and how the time was shared. */
export const exchangePassSchema = z.object({
  endedFirst: exchangeSideSchema,
  /** Both waited: the program did not send, or not flush, what was its to send. */
  deadlock: z.boolean(),
  program: exchangeShareSchema,
  interactor: exchangeShareSchema,
  /** What was said and is not kept, and before which of all entries it belongs; null when all is kept. */
  omitted: z
    .object({
      beforeEntry: z.number().int().nonnegative(),
      messages: z.number().int().nonnegative(),
      bytes: bytesSchema,
    })
    .nullable(),
});
export type ExchangePass = z.infer<typeof exchangePassSchema>;

export const exchangeSchema = z.object({
  entries: z
    .array(exchangeEntrySchema)
    .max(mostEntries)
    .refine(
      (entries) => entries.reduce((sum, { data }) => sum + data.length, 0) <= maxTranscriptLength,
      `must have at most ${String(maxTranscriptLength)} characters of data in all`,
    ),
  passes: z.array(exchangePassSchema).max(10_000),
});
export type Exchange = z.infer<typeof exchangeSchema>;
