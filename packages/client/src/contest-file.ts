import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { changeContestRulesSchema } from '@sandglass/contracts';
import { parseYaml } from '@sandglass/problem-package';
import { z } from 'zod';

/** "5h", "30m", "1h30m", "-30m" → ms. */
export const spanSchema = z
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
  /** Those that are not as ICPC has them. */
  rules: changeContestRulesSchema.optional(),
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

/** Some ten thousand teams. */
const mostBytes = 1024 * 1024;

/** @throws Error naming the file and the field when it does not fit, PackageError with line and column when it is no YAML */
export function readContestFile(path: string): Promise<ContestFile> {
  return readFileAs(path, contestFileSchema);
}

/** @throws as {@link readContestFile} */
export async function readFileAs<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { value } = parseYaml(await boundedText(path), basename(path));
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const shown = issues.slice(0, 20).map((issue) => `\n  ${issue.path.join('.')}: ${issue.message}`);
  if (issues.length > shown.length) shown.push(`\n  and ${issues.length - shown.length} more`);
  throw new Error(`${path} is not a contest file:${shown.join('')}`);
}

/** No more than that is read of any file. */
async function boundedText(path: string): Promise<string> {
  await using file = await open(path);
  const bytes = Buffer.alloc(mostBytes + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
    length += bytesRead;
    if (length > mostBytes)
      throw new Error(`${path} is not a contest file: it has more than ${mostBytes} bytes`);
    if (bytesRead === 0) return bytes.toString('utf8', 0, length);
  }
}
