/** What is not alike between judgehosts though it should be. */
import { z } from 'zod';
import { imageNameSchema } from './primitives.ts';

/** A chroot image that contests name, and which hosts have it. */
export const imageUseSchema = z
  .object({
    image: imageNameSchema,
    contests: z
      .array(z.string())
      .describe('ids of the contests that name it and are not over, or wait for it'),
    presentOn: z.array(z.string()).describe('names of the hosts that have it'),
    missingOn: z.array(z.string()).describe('names of the enabled hosts that do not have it'),
    waiting: z.number().int().describe('judge tasks that are due and which no host online can take'),
  })
  .meta({ id: 'ImageUse' });
export type ImageUse = z.infer<typeof imageUseSchema>;

/** Hosts that are not alike where they should be: verdicts could depend on where a program was judged. */
export const hostMismatchSchema = z
  .object({
    kind: z.enum(['compiler', 'software', 'kernel', 'cpu']),
    what: z.string().describe('language for a compiler, with the image where there is one; else empty'),
    versions: z.array(z.object({ version: z.string(), hosts: z.array(z.string()) })),
    text: z.string().describe('in words'),
  })
  .meta({ id: 'HostMismatch' });
export type HostMismatch = z.infer<typeof hostMismatchSchema>;

/** GET /api/monitor/differences: known before a contest, not during it. */
export const fleetDifferencesSchema = z.object({
  images: z.array(imageUseSchema),
  mismatches: z.array(hostMismatchSchema),
});
export type FleetDifferences = z.infer<typeof fleetDifferencesSchema>;
