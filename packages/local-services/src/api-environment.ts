import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type OrdinaryUser, takeOverFolder } from './ordinary-user.ts';
import type { PrivateRedis } from './redis.ts';
import type { StackOptions } from './stack-options.ts';

/** What the api needs to know of its stack. */
interface ApiSurroundings {
  readonly options: StackOptions;
  readonly users: { readonly api: OrdinaryUser };
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly redis: PrivateRedis | undefined;
  readonly adminPassword: string;
  readonly operatorToken: string;
}

/**
 * The settings with which the api of a stack is started, without its address. Makes its data folder.
 * @param secret signs the cookies of sessions
 */
export function apiEnvironment(stack: ApiSurroundings, secret: string): Record<string, string> {
  const { options, redis, users } = stack;
  const web = join(options.root, 'apps/web/dist');
  const data = join(options.dataFolder, 'api');
  takeOverFolder(data, users.api);
  const { redisListen: at } = options;
  const judgehostRedis = at === undefined ? redis?.urlForJudgehosts : `redis://${at.host}:${at.port}`;
  return {
    DATABASE_URL: stack.databaseUrl,
    REDIS_URL: stack.redisUrl,
    SANDGLASS_DATA: data,
    SANDGLASS_ADMIN_PASSWORD: stack.adminPassword,
    SANDGLASS_SECRET: secret,
    SANDGLASS_OPERATOR_HASH: createHash('sha256').update(stack.operatorToken).digest('hex'),
    LOG_LEVEL: options.logLevel ?? 'info',
    ...(judgehostRedis === undefined ? {} : { SANDGLASS_JUDGEHOST_REDIS_URL: judgehostRedis }),
    ...options.apiSettings,
    ...(existsSync(join(web, 'index.html')) ? { SANDGLASS_WEB_ROOT: web } : {}),
  };
}
