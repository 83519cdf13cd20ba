/** The api's settings, read once from the environment; a wrong value is refused by name. */
import { readFileSync } from 'node:fs';
import { redisOptions } from '@sandglass/queue';
import { z } from 'zod';
import type { RetentionDays } from '../database/retention.ts';
import {
  readSingleSignOn,
  singleSignOnEnvironment,
  type SingleSignOnConfig,
} from './single-sign-on-config.ts';
import { proxiesOf, proxyTroubles } from './trusted-proxies.ts';

const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((value) => value === 'true' || value === '1');

/** How long something is kept; 0: for ever. */
const days = (usual: number) => z.coerce.number().int().min(0).max(36_500).default(usual);

const environmentSchema = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a PostgreSQL address such as postgresql://user@host/sandglass'),
  REDIS_URL: z
    .string()
    .regex(
      /^(rediss?|redis\+unix|unix):\/\//,
      'must be an address such as redis://host:6379 or redis+unix:///path',
    ),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number({ error: 'must be a number' }).int().min(0).max(65_535).default(8080),
  SANDGLASS_WEB_ROOT: z.string().optional(),
  SANDGLASS_DATA: z.string().min(1, 'must name a folder for caches'),
  SANDGLASS_ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').optional(),
  SANDGLASS_OPERATOR_HASH: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the operator’s token, 64 hexadecimal digits')
    .optional(),
  SANDGLASS_JUDGEHOST_REDIS_URL: z.string().optional(),
  SANDGLASS_JUDGEHOST_REDIS_USERS: z
    .enum(['own', 'shared'], 'must be "own" (a user per host, made by the api) or "shared"')
    .default('own'),
  SANDGLASS_SECRET: z.string().min(16, 'must have at least 16 characters'),
  SANDGLASS_TRUST_PROXY: z
    .string()
    .default('')
    .superRefine((text, context) => {
      for (const message of proxyTroubles(text)) context.addIssue({ code: 'custom', message });
    }),
  SANDGLASS_SECURE_COOKIES: flag,
  ...singleSignOnEnvironment,
  SANDGLASS_FILE_CACHE_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(2 * 1024 ** 3),
  SANDGLASS_REQUESTS_PER_MINUTE: z.coerce.number().int().nonnegative().default(3000),
  SANDGLASS_QUEUE_ORDER: z.enum(['deadline', 'arrival']).default('deadline'),
  SANDGLASS_SUBMISSIONS_PER_MINUTE: z.coerce.number().int().nonnegative().default(20),
  SANDGLASS_KEEP_AUDIT_DAYS: days(730),
  SANDGLASS_KEEP_ALARM_DAYS: days(180),
  SANDGLASS_KEEP_HEALTH_DAYS: days(180),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

export interface Config {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly host: string;
  readonly port: number;
  readonly webRoot: string | null;
  readonly dataFolder: string;
  readonly adminPassword: string | null;
  /** SHA-256 of the token of the operator of this machine. */
  readonly operatorHash: string | null;
  /** Sent to judgehosts, with a user of each one's own in the place of any credentials. */
  readonly judgehostRedisUrl: string;
  /** Every judgehost gets a user of its own in Redis. */
  readonly judgehostRedisUsers: boolean;
  readonly secret: string;
  /** Which proxies' X-Forwarded-* headers are believed. */
  readonly trustProxy: false | readonly string[];
  /** Send cookies over https only even where the api itself sees http. */
  readonly secureCookies: boolean;
  /** Logins that somebody else vouches for. */
  readonly singleSignOn: SingleSignOnConfig;
  readonly fileCacheBytes: number;
  /** Of one session, script or (for visitors) address; 0: no bound. */
  readonly requestsPerMinute: number;
  /** `arrival`: first come, first served, a whole judging at a time; for comparisons. */
  readonly queueOrder: 'deadline' | 'arrival';
  /** Of one team; 0: no bound. */
  readonly submissionsPerMinute: number;
  readonly retentionDays: RetentionDays;
  readonly logLevel: string;
}

/** @throws ConfigError that names every wrong variable */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environmentSchema.safeParse(withFiles(environment));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const env = parsed.data;
  const ownUsers = env.SANDGLASS_JUDGEHOST_REDIS_USERS === 'own';
  const hostsUrl = env.SANDGLASS_JUDGEHOST_REDIS_URL;
  if (!ownUsers && (hostsUrl === undefined || isApisOwn(hostsUrl, env.REDIS_URL)))
    throw new ConfigError([
      'SANDGLASS_JUDGEHOST_REDIS_URL: must be given with SANDGLASS_JUDGEHOST_REDIS_USERS=shared, with a user that is not the api’s',
    ]);
  const { singleSignOn, troubles } = readSingleSignOn(env);
  if (troubles.length > 0) throw new ConfigError(troubles);
  return {
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    host: env.HOST,
    port: env.PORT,
    webRoot: env.SANDGLASS_WEB_ROOT ?? null,
    dataFolder: env.SANDGLASS_DATA,
    adminPassword: env.SANDGLASS_ADMIN_PASSWORD ?? null,
    operatorHash: env.SANDGLASS_OPERATOR_HASH ?? null,
    judgehostRedisUrl: hostsUrl ?? env.REDIS_URL,
    judgehostRedisUsers: ownUsers,
    secret: env.SANDGLASS_SECRET,
    trustProxy: proxiesOf(env.SANDGLASS_TRUST_PROXY),
    secureCookies: env.SANDGLASS_SECURE_COOKIES,
    singleSignOn,
    fileCacheBytes: env.SANDGLASS_FILE_CACHE_BYTES,
    requestsPerMinute: env.SANDGLASS_REQUESTS_PER_MINUTE,
    queueOrder: env.SANDGLASS_QUEUE_ORDER,
    submissionsPerMinute: env.SANDGLASS_SUBMISSIONS_PER_MINUTE,
    retentionDays: {
      audit: env.SANDGLASS_KEEP_AUDIT_DAYS,
      alarms: env.SANDGLASS_KEEP_ALARM_DAYS,
      health: env.SANDGLASS_KEEP_HEALTH_DAYS,
    },
    logLevel: env.LOG_LEVEL,
  };
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the environment is not valid: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

/** Whether judgehosts would be given the credential with which the api reaches everything in Redis. */
function isApisOwn(url: string, apis: string): boolean {
  const [other, own] = [redisOptions(url), redisOptions(apis)];
  return own.password !== undefined && other.password === own.password;
}

/** `X_FILE` names a file whose trimmed content is the value of `X`: how secrets reach a container. */
function withFiles(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || value === '') continue;
    const target = name.endsWith('_FILE') ? name.slice(0, -5) : null;
    if (target === null || !(target in environmentSchema.shape)) {
      values[name] ??= value;
      continue;
    }
    try {
      values[target] = readFileSync(value, 'utf8').trim();
    } catch (error) {
      throw new ConfigError([`${name}: the file "${value}" cannot be read (${(error as Error).message})`]);
    }
  }
  return values;
}
