/**
 * `sandglass.yaml`: limits that the format has no key for. A file of its own, because other systems refuse a problem.yaml
 * with keys they do not know, and pass over a file they do not know.
 */
import { z } from 'zod';
import type { ProblemLimits } from './model.ts';
import { checkYaml, parseYaml } from './yaml-file.ts';

export const ownLimitsFile = 'sandglass.yaml';

/** What every host can give: an hour, as of the CPU limit; a part of a slot's processes and of its box. */
const most = { wallTimeS: 3600, processes: 1024, fileSizeMiB: 128, boxMiB: 512 } as const;
/** What is put into the box for a program that may write files has up to 32 MiB: a smaller box would not hold it. */
const leastBoxMiB = 64;

const whole = (unit: string, limit: number, least = 1) => {
  const error = `must be a whole number of ${unit} from ${String(least)} to ${String(limit)}`;
  return z.number({ error }).int({ error }).min(least, { error }).max(limit, { error }).optional();
};
const seconds = `must be a number of seconds above 0 and up to ${String(most.wallTimeS)}`;

const schema = z.strictObject(
  {
    limits: z.strictObject(
      {
        wall_time: z
          .number({ error: seconds })
          .positive({ error: seconds })
          .max(most.wallTimeS, { error: seconds })
          .optional(),
        processes: whole('processes', most.processes),
        file_size: whole('MiB', most.fileSizeMiB),
        box: whole('MiB', most.boxMiB, leastBoxMiB),
      },
      {
        error: (complaint) =>
          complaint.code === 'invalid_type'
            ? 'must be a map with wall_time, processes, file_size, box'
            : undefined,
      },
    ),
  },
  { error: (complaint) => (complaint.code === 'invalid_type' ? 'must be a map with limits' : undefined) },
);

/** @throws PackageError with every unknown key and wrong value */
export function readOwnLimits(text: string): Partial<ProblemLimits> {
  const { limits } = checkYaml(parseYaml(text, ownLimitsFile), schema);
  return {
    ...(limits.wall_time === undefined
      ? {}
      : { wallTimeMs: Math.max(1, Math.round(limits.wall_time * 1000)) }),
    ...(limits.processes === undefined ? {} : { processes: limits.processes }),
    ...(limits.file_size === undefined ? {} : { fileSizeMiB: limits.file_size }),
    ...(limits.box === undefined ? {} : { boxMiB: limits.box }),
  };
}
