/** What judgehosts ask, with their own token. */
import {
  claimRequestSchema,
  heartbeatAnswerSchema,
  heartbeatSchema,
  judgeTaskSchema,
  registerAnswerSchema,
  registerRequestSchema,
  sha256Schema,
  taskReportSchema,
  type Heartbeat,
} from '@sandglass/contracts';
import { defaultPrefix, workerPasswordHash } from '@sandglass/queue';
import { z } from 'zod';
import { ApiError } from '../platform/errors/api-error.ts';
import type { BlobCache } from '../files/blob-cache.ts';
import { sendFile } from '../files/send-file.ts';
import { bearerToken, requireJudgehost, type JudgehostIdentity } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { DueTaskRepository } from '../judging/tasks/due-task-repository.ts';
import type { ClaimRepository } from '../judging/claims/claim-repository.ts';
import type { TaskClaims } from '../judging/claims/task-claims.ts';
import type { TaskReports } from '../judging/results/task-reports.ts';
import { renewLeases } from '../judging/tasks/lease-repository.ts';
import type { Sql } from '../platform/database/database.ts';
import { conditionByOurClock } from '../judgehosts/host-clock.ts';
import type { CredentialRepository } from '../judgehosts/credential-repository.ts';
import type { HealthRepository } from '../judgehosts/health-repository.ts';
import type { JudgehostCache } from '../judgehosts/judgehost-cache.ts';
import {
  heartbeatMsFor,
  type JudgehostRepository,
  type ModeState,
} from '../judgehosts/judgehost-repository.ts';
import type { RedisUsers } from '../judgehosts/redis-users.ts';
import type { WarmUpRepository } from '../judgehosts/warm-up-repository.ts';

export interface JudgehostRoutesOptions {
  readonly repository: JudgehostRepository;
  readonly credentials: CredentialRepository;
  readonly cache: JudgehostCache;
  readonly health: HealthRepository;
  readonly claims: ClaimRepository;
  readonly dueTasks: DueTaskRepository;
  readonly taskClaims: TaskClaims;
  readonly taskReports: TaskReports;
  readonly database: Sql;
  readonly files: BlobCache;
  readonly redisUsers: RedisUsers;
  readonly warmUps: WarmUpRepository;
}

/** A host that does not trust its own sandbox is off until an administrator has looked at it. */
const untrustedReason = (why: string): string => `its sandbox cannot be trusted: ${why}`;

function modeOf({ enabled, mode, modeSerial }: ModeState): ModeState {
  return { enabled, mode, modeSerial };
}

const taskParams = z.object({ id: z.uuid() });
/** A batch of runs with their output heads: hosts send half a MiB at once, or one run, however long its exchange is. */
const reportBytes = 8 * 1024 * 1024;

export async function judgehostRoutes(app: App, options: JudgehostRoutesOptions): Promise<void> {
  const { repository, credentials, cache, claims, dueTasks, taskClaims, taskReports, files, database } =
    options;

  /** With the host's own user in Redis, whose password follows from its token. */
  async function redisAddress(host: JudgehostIdentity, token: string): Promise<string> {
    const hash = workerPasswordHash(token);
    await credentials.setRedisHash(host.id, hash);
    return options.redisUsers.addressFor({ id: host.id, hash }, token);
  }

  /** What it says of itself counts only for the mode it knows: one that was enabled a moment ago tests itself first. */
  async function disableUntrusted(
    host: JudgehostIdentity,
    { condition, modeSerial }: Heartbeat,
    state: ModeState,
  ): Promise<ModeState | null> {
    const why = condition?.untrusted ?? null;
    if (why === null || state.mode !== 'on' || modeSerial !== state.modeSerial) return null;
    const reason = untrustedReason(why);
    const changed = await repository.switchItselfOff(host.id, reason, modeSerial);
    if (changed === null) return null;
    app.log.error({ judgehost: host.name, reason }, 'judgehost has disabled itself');
    cache.forget();
    return changed;
  }

  app.post(
    '/api/judgehost/register',
    {
      config: { access: 'judgehost' },
      schema: {
        tags: ['judgehost'],
        summary: 'A judgehost has started: what an earlier process of it held is due again',
        body: registerRequestSchema,
        response: { 200: registerAnswerSchema },
      },
    },
    async (request) => {
      const host = requireJudgehost(request);
      if (request.body.name !== host.name) {
        throw new ApiError('JUDGEHOST_NAME_WRONG', { expected: host.name, found: request.body.name });
      }
      const { again, restrictedQueue, ...state } = await repository.register(host.id, request.body);
      // The same process, after trouble on the line or with a new token, still works on what it has.
      const released = again ? 0 : await dueTasks.releaseTasksOf(host.id);
      cache.forget();
      const { name: judgehost } = host;
      request.log.info({ judgehost, slots: request.body.slots, again, released }, 'judgehost registered');
      return {
        judgehostId: host.id,
        ...modeOf(state),
        restrictedQueue,
        redis: { url: await redisAddress(host, bearerToken(request) ?? ''), prefix: defaultPrefix },
        heartbeatMs: heartbeatMsFor((await cache.hosts()).length),
        serverTime: new Date().toISOString(),
      };
    },
  );

  app.post(
    '/api/judgehost/heartbeat',
    {
      config: { access: 'judgehost' },
      logLevel: 'warn',
      schema: {
        tags: ['judgehost'],
        summary: 'Sign of life, with what the host does; renews the leases of its tasks',
        body: heartbeatSchema,
        response: { 200: heartbeatAnswerSchema },
      },
    },
    async (request) => {
      const host = requireJudgehost(request);
      const arrived = performance.now();
      const { running } = request.body;
      const condition = request.body.condition && conditionByOurClock(request.body.condition);
      const [stored, kept] = await Promise.all([
        repository.heartbeat(host.id, { ...request.body, condition }),
        renewLeases(database, host.id, running),
      ]);
      const state = (await disableUntrusted(host, request.body, stored)) ?? modeOf(stored);
      if (request.body.compilers !== undefined) cache.forget();
      const marked =
        condition === undefined ? null : await options.health.note(host, condition, stored.health);
      if (marked !== null) {
        const reasons = condition?.reasons.map(({ text }) => text);
        app.log.warn({ judgehost: host.name, reasons, judgings: marked }, 'judgehost is unhealthy');
      }
      return {
        ...state,
        heldMs: performance.now() - arrived,
        serverTime: new Date().toISOString(),
        warmUp: await options.warmUps.ordersFor({ ...stored, name: host.name }),
        restrictedQueue: stored.restrictedQueue,
        lost: running.map(({ taskId }) => taskId).filter((id) => !kept.has(id)),
      };
    },
  );

  app.get(
    '/api/judgehost/files/:sha256',
    {
      config: { access: 'judgehost' },
      schema: {
        tags: ['judgehost'],
        summary: 'A file by its hash; `fresh=1`: it came damaged, look at it again before it is sent',
        params: z.object({ sha256: sha256Schema }),
        querystring: z.object({ fresh: z.literal('1').optional() }),
      },
    },
    async (request, reply) => {
      const { sha256 } = request.params;
      const host = requireJudgehost(request);
      if (!(await repository.mayRead(host.id, sha256)))
        throw new ApiError('JUDGEHOST_RESTRICTED', { judgehost: host.name });
      return sendFile(reply, files, sha256, {
        name: sha256,
        type: 'application/octet-stream',
        cache: 'immutable',
        fresh: request.query.fresh === '1',
      });
    },
  );

  app.post(
    '/api/judgehost/tasks/:id/claim',
    {
      config: { access: 'judgehost' },
      schema: {
        tags: ['judgehost'],
        summary: 'Take a task: 409 when it is not due',
        params: taskParams,
        body: claimRequestSchema,
        response: { 200: judgeTaskSchema },
      },
    },
    async (request) => {
      const host = requireJudgehost(request);
      if (!(await repository.isEnabled(host.id))) {
        await claims.returnToQueue(request.params.id);
        throw new ApiError('JUDGEHOST_DISABLED', { judgehost: host.name });
      }
      return taskClaims.claim(request.params.id, host, request.body);
    },
  );

  app.post(
    '/api/judgehost/tasks/:id/report',
    {
      bodyLimit: reportBytes,
      config: { access: 'judgehost' },
      schema: {
        tags: ['judgehost'],
        summary: 'Results of a task so far; applied once, renews the lease: 409 when the lease is lost',
        params: taskParams,
        body: taskReportSchema,
        response: { 204: z.undefined().describe('Applied') },
      },
    },
    async (request, reply) => {
      await taskReports.report(request.params.id, requireJudgehost(request), request.body);
      return reply.code(204).send();
    },
  );
}
