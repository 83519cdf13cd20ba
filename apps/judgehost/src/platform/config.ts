import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { slugSchema } from '@sandglass/contracts';
import { z } from 'zod';
import { JudgehostError, messageOf } from './errors.ts';

const gibibyte = 1024 ** 3;

const numberIn = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

const environmentSchema = z.object({
  SANDGLASS_URL: z.url({
    protocol: /^https?$/,
    error: 'must be the address of the api, http:// or https://',
  }),
  SANDGLASS_TOKEN: z
    .string('must be the token an administrator made for this host (or set SANDGLASS_TOKEN_FILE)')
    .min(16),
  SANDGLASS_HOST_NAME: slugSchema,
  SANDGLASS_SLOTS: numberIn(1, 256).optional(),
  SANDGLASS_SMT: z.enum(['idle', 'use']).default('idle'),
  SANDGLASS_RESERVE: numberIn(0, 256).default(0),
  SANDGLASS_DATA: z.string().min(1).default('/var/lib/sandglass/judgehost'),
  SANDGLASS_WORK: z.string().min(1).optional(),
  SANDGLASS_CACHE_BYTES: numberIn(1024 ** 2, Number.MAX_SAFE_INTEGER).default(20 * gibibyte),
  SANDGLASS_UID_BASE: numberIn(60_000, 2 ** 31 - 1).optional(),
  SANDGLASS_ROOTFS: z.string().min(1).optional(),
  SANDGLASS_IMAGES: z.string().min(1).default('/var/lib/sandglass/images'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: numberIn(0, 65_535).optional(),
});

/** How this judgehost is configured. */
export interface Config {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly name: string;
  /** Undefined: one per usable physical core. */
  readonly slots: number | undefined;
  /** `use`: a slot per hardware thread. */
  readonly smt: 'idle' | 'use';
  /** Physical cores reserved for the system. */
  readonly reserve: number;
  readonly dataFolder: string;
  /** Programs and outputs of the slots; undefined: `work` in the data folder. */
  readonly workFolder?: string | undefined;
  readonly cacheBytes: number;
  readonly uidBase: number | undefined;
  readonly rootfs: string | undefined;
  /** Holds the chroot images that contests name, a folder each; it need not be there. */
  readonly imagesFolder: string;
  readonly logLevel: z.infer<typeof environmentSchema>['LOG_LEVEL'];
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
}

/**
 * Reads the environment. A variable `X_FILE` names a file whose trimmed content is the value of `X`.
 * @throws JudgehostError `HOST_CONFIG`, naming each wrong variable and what would be right
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given: Record<string, string> = { SANDGLASS_HOST_NAME: defaultHostName() };
  for (const name of Object.keys(environmentSchema.shape)) {
    const value = valueOf(environment, name);
    // An empty variable is how compose files say "not set".
    if (value !== undefined && value !== '') given[name] = value;
  }
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const detail = parsed.error.issues
      .map(
        (issue) =>
          `${issue.path.join('.')}: ${given[String(issue.path[0])] === undefined ? 'is missing; ' : ''}${issue.message}`,
      )
      .join('; ');
    throw new JudgehostError('HOST_CONFIG', { detail });
  }
  const values = parsed.data;
  return {
    url: values.SANDGLASS_URL.replace(/(?<!\/)\/+$/, ''),
    token: values.SANDGLASS_TOKEN,
    name: values.SANDGLASS_HOST_NAME,
    slots: values.SANDGLASS_SLOTS,
    smt: values.SANDGLASS_SMT,
    reserve: values.SANDGLASS_RESERVE,
    dataFolder: values.SANDGLASS_DATA,
    workFolder: values.SANDGLASS_WORK,
    cacheBytes: values.SANDGLASS_CACHE_BYTES,
    uidBase: values.SANDGLASS_UID_BASE,
    rootfs: values.SANDGLASS_ROOTFS,
    imagesFolder: values.SANDGLASS_IMAGES,
    logLevel: values.LOG_LEVEL,
    metricsHost: values.METRICS_HOST,
    metricsPort: values.METRICS_PORT,
  };
}

function valueOf(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return environment[name];
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new JudgehostError(
      'HOST_CONFIG',
      { detail: `${name}_FILE: ${messageOf(error)}` },
      { cause: error },
    );
  }
}

function defaultHostName(): string {
  return hostname()
    .replaceAll(/[^a-zA-Z0-9_.-]/g, '-')
    .slice(0, 64);
}

/** Where the slots work. */
export function workFolderOf({ dataFolder, workFolder }: Pick<Config, 'dataFolder' | 'workFolder'>): string {
  return workFolder ?? join(dataFolder, 'work');
}
