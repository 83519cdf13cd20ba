/** Judgehosts as people see and change them: credentials, modes, restrictions, health, warm-up. */
import { defaultPrefix } from '@sandglass/queue';
import type { Contests } from '../contests/module.ts';
import type { Events } from '../events/module.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Platform } from '../platform/module.ts';
import { CredentialRepository } from './credential-repository.ts';
import { credentialRoutes } from './credential-routes.ts';
import { HealthRepository } from './health-repository.ts';
import { hostRoutes } from './host-routes.ts';
import { JudgehostCache } from './judgehost-cache.ts';
import { JudgehostRepository } from './judgehost-repository.ts';
import { RedisUsers } from './redis-users.ts';
import { RegistrationTokenRepository } from './registration-token-repository.ts';
import { warmUpRoutes } from './warm-up-routes.ts';
import { WarmUpRepository } from './warm-up-repository.ts';

export interface Judgehosts {
  readonly repository: JudgehostRepository;
  readonly credentials: CredentialRepository;
  readonly cache: JudgehostCache;
  readonly redisUsers: RedisUsers;
  readonly health: HealthRepository;
  readonly warmUps: WarmUpRepository;
  /** @param takeBack what a host that was shut out has; @returns how many tasks that are due again */
  readonly routes: (app: App, takeBack: (judgehostId: string) => Promise<number>) => Promise<void>;
}

export async function openJudgehosts(
  app: App,
  { config, database, log, queue, redis }: Platform,
  { notifications, units }: Events,
  { contests }: Contests,
): Promise<Judgehosts> {
  const repository = new JudgehostRepository(database);
  const credentials = new CredentialRepository(database);
  const cache = new JudgehostCache(repository, credentials);
  await notifications.listen('sandglass_judgehost', () => cache.forget());
  const redisUsers = new RedisUsers({
    redis,
    credentials,
    provideScripts: () => queue.provideScripts(),
    url: config.judgehostRedisUrl,
    prefix: defaultPrefix,
    enabled: config.judgehostRedisUsers,
    log,
  });
  app.addHook('onClose', async () => redisUsers.close());
  redisUsers.open();
  const health = new HealthRepository(database, units);
  const warmUps = new WarmUpRepository(database);
  const tokens = new RegistrationTokenRepository(database);
  return {
    repository,
    credentials,
    cache,
    redisUsers,
    health,
    warmUps,
    routes: async (scope, takeBack) => {
      await warmUpRoutes(scope, { contests, hosts: cache, repository, orders: warmUps });
      await credentialRoutes(scope, { credentials, cache, tokens, redisUsers, takeBack });
      await hostRoutes(scope, { repository, cache, health });
    },
  };
}
