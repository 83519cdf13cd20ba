import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

/** "5h", "30m", "1h30m", "-30m" → ms. */
const spanSchema = z
  .string()
  .regex(/^-?(?:\d+h)?(?:\d+m)?$/, 'must be hours and minutes such as "5h", "1h30m" or "-30m"')
  .transform((text) => {
    const [, sign, hours, minutes] = /^(-?)(?:(\d+)h)?(?:(\d+)m)?$/.exec(text) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  });

/** A contest described in a YAML file beside its packages, such as samples/contest.yaml. */
export const contestFileSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  shortName: z.string().optional(),
  /** Relative to the moment of the import. */
  starts: spanSchema,
  duration: spanSchema,
  /** Before the end. */
  freeze: spanSchema.optional(),
  penaltyMinutes: z.number().int().nonnegative().default(20),
  /** Chroot image its submissions are judged in. */
  image: z.string().optional(),
  problems: z.array(z.strictObject({ label: z.string(), problem: z.string(), colour: z.string() })),
  teams: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      affiliation: z.string().optional(),
      country: z.string().optional(),
      category: z.string().optional(),
    }),
  ),
});
export type ContestFile = z.infer<typeof contestFileSchema>;

/** @throws Error naming the file and the field when it does not fit */
export async function readContestFile(path: string): Promise<ContestFile> {
  const result = contestFileSchema.safeParse(parse(await readFile(path, 'utf8')));
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => `\n  ${issue.path.join('.')}: ${issue.message}`).join('');
  throw new Error(`${path} is not a contest file:${issues}`);
}
