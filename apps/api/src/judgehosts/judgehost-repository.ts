/** Judgehosts in the database. */
import {
  hostRestrictionsSchema,
  type ChangeRestrictions,
  type CompilerVersion,
  type HealthReason,
  type Heartbeat,
  type HostMode,
  type HostRestrictions,
  type Judgehost,
  type RegisterRequest,
} from '@sandglass/contracts';
import { workerPasswordHash } from '@sandglass/queue';
import { randomBytes } from 'node:crypto';
import { recordAudit, systemActor, type Actor } from '../admin/audit-log.ts';
import type { Database, Sql } from '../database/database.ts';
import { ServerClock } from '../database/server-clock.ts';
import { sha256 } from '../database/sha256.ts';
import { uuidV7 } from '../database/uuid-v7.ts';
import type { JudgehostIdentity } from '../http/access.ts';
import { checkRestrictions } from './check-restrictions.ts';
import { isRestricted, laneOf } from './host-lane.ts';

/** A host that is silent for this long is down: four heartbeats of a large fleet, eight of a small one. */
export const silentMs = 8000;

/** How often hosts say how they are. So often that no figure on a screen is older than 2 s; large fleets are spared. */
export function heartbeatMsFor(hosts: number): number {
  return hosts <= 100 ? 1000 : 2000;
}

/** What an administrator, or the host itself, wants of it. */
export interface ModeState {
  readonly enabled: boolean;
  readonly mode: HostMode;
  readonly modeSerial: number;
}

/** A change of the mode. @param by username; null: the host itself */
export interface ModeChange {
  readonly mode: HostMode;
  readonly reason: string | null;
  readonly by: string | null;
}

/** Absent: as it is. */
export interface HostChange {
  readonly mode?: ModeChange | undefined;
  readonly restrictions?: ChangeRestrictions | undefined;
}

/** What a host is told of itself in every answer. */
export interface HostState extends ModeState {
  /** Null: the common queues. */
  readonly lane: string | null;
  readonly restrictions: HostRestrictions;
  /** Chroot images it has. */
  readonly images: readonly string[];
}

/** The period of its health that lasts. A type, not an interface: a row of a query is one. */
export type OpenPeriod = { readonly state: string; readonly reasons: readonly HealthReason[] };

/** What a host is told whose row has gone. */
const nobody: HostState = {
  enabled: false,
  mode: 'off',
  modeSerial: 0,
  lane: null,
  restrictions: { contests: null, problems: null, languages: null },
  images: [],
};

const modeColumns = 'enabled, mode, mode_serial AS "modeSerial"';
const stateColumns = `${modeColumns}, restrictions, CASE WHEN ${isRestricted} THEN ${laneOf} END AS lane,
  ARRAY(SELECT DISTINCT one ->> 'image' FROM jsonb_array_elements(h.compilers) one WHERE one ->> 'image' IS NOT NULL) AS images`;

/** As a part of WITH: the figures of host $1. A host that has gone has none. */
const putFigures = (slotStates: string, report: string): string =>
  `figures AS (INSERT INTO judgehost_figures (judgehost_id, slot_states, report)
     SELECT id, ${slotStates}::jsonb, ${report}::jsonb FROM judgehost WHERE id = $1
     ON CONFLICT (judgehost_id) DO UPDATE SET slot_states = excluded.slot_states, report = excluded.report)`;

/**
 * @param ifSerial only when nobody has changed it since
 * @returns null: there is no such host, or somebody has
 */
async function setMode(
  sql: Sql,
  id: string,
  change: ModeChange,
  ifSerial?: number,
): Promise<ModeState | null> {
  const rows = await sql.query<ModeState & Record<string, unknown>>(
    `UPDATE judgehost SET enabled = ($2 = 'on'), mode = $2, mode_reason = $3, mode_by = $4, mode_at = now(),
       mode_serial = mode_serial + 1
     WHERE id = $1 AND ($5::int IS NULL OR mode_serial = $5) RETURNING ${modeColumns}`,
    [id, change.mode, change.reason, change.by, ifSerial ?? null],
  );
  return rows[0] ?? null;
}

/** Makes a host, or gives one a new token; one that was revoked is on again. */
export async function storeToken(
  sql: Sql,
  name: string,
  token: string,
): Promise<{ id: string; created: boolean }> {
  const rows = await sql.query<{ id: string; created: boolean }>(
    `INSERT INTO judgehost (id, name, token_hash, redis_hash, token_made_at) VALUES ($1, $2, $3, $4, now())
     ON CONFLICT (name) DO UPDATE SET token_hash = excluded.token_hash, redis_hash = excluded.redis_hash,
       token_made_at = now(), revoked_at = NULL,
       enabled = judgehost.enabled OR judgehost.revoked_at IS NOT NULL,
       mode = CASE WHEN judgehost.revoked_at IS NULL THEN judgehost.mode ELSE 'on' END,
       mode_reason = CASE WHEN judgehost.revoked_at IS NULL THEN judgehost.mode_reason END
     RETURNING id, (xmax = 0) AS created`,
    [uuidV7(), name, sha256(token), workerPasswordHash(token)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the judgehost was not stored');
  await sql.query(`SELECT pg_notify('sandglass_judgehost', '')`);
  return row;
}

export class JudgehostRepository {
  readonly #database: Database;
  readonly #clock: ServerClock;

  /** @param now this process's clock, ms */
  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#clock = new ServerClock(database, now);
  }

  async byToken(token: string): Promise<JudgehostIdentity | null> {
    if (token === '') return null;
    return this.#database.prisma.judgehost.findUnique({
      where: { tokenHash: sha256(token) },
      select: { id: true, name: true },
    });
  }

  /** Makes a host or gives one a new token. @returns its id */
  putToken(name: string, token: string, actor: Actor): Promise<string> {
    return this.#database.transaction(async (sql) => {
      const { id, created } = await storeToken(sql, name, token);
      await recordAudit(sql, actor, created ? 'judgehost.create' : 'judgehost.rotate', name);
      return id;
    });
  }

  /**
   * A new token for a host that is not revoked.
   * @param details of its line in the audit log
   * @returns its name; null: there is no such host
   */
  rotateToken(id: string, token: string, actor: Actor, details: object = {}): Promise<string | null> {
    return this.#changeCredential(actor, 'judgehost.rotate', details, (sql) =>
      sql.query<{ name: string }>(
        `UPDATE judgehost SET token_hash = $2, redis_hash = $3, token_made_at = now()
       WHERE id = $1 AND revoked_at IS NULL RETURNING name`,
        [id, sha256(token), workerPasswordHash(token)],
      ),
    );
  }

  /** No token is its own any more. @returns its name; null: there is no such host, or it was revoked before */
  revoke(id: string, actor: Actor): Promise<string | null> {
    return this.#changeCredential(actor, 'judgehost.revoke', {}, (sql) =>
      sql.query<{ name: string }>(
        `UPDATE judgehost SET token_hash = $2, redis_hash = NULL, revoked_at = now(), enabled = false, mode = 'off',
         mode_reason = 'its credential was revoked', mode_by = $3, mode_at = now(), mode_serial = mode_serial + 1
       WHERE id = $1 AND revoked_at IS NULL RETURNING name`,
        [id, sha256(randomBytes(32).toString('hex')), actor.username],
      ),
    );
  }

  /** Every host that there ever was, with the hash of its password in Redis; null: it must have no user there. */
  async redisHashes(): Promise<{ id: string; hash: string | null }[]> {
    return this.#database.query<{ id: string; hash: string | null }>(
      'SELECT id, CASE WHEN revoked_at IS NULL THEN redis_hash END AS hash FROM judgehost',
    );
  }

  /** Of a host whose token was made before hosts had users in Redis. */
  async setRedisHash(id: string, hash: string): Promise<void> {
    await this.#database.query('UPDATE judgehost SET redis_hash = $2 WHERE id = $1', [id, hash]);
  }

  /** Other processes of the api remember tokens for a while: they hear of it when it is committed. */
  #changeCredential(
    actor: Actor,
    action: string,
    details: object,
    change: (sql: Sql) => Promise<{ name: string }[]>,
  ): Promise<string | null> {
    return this.#database.transaction(async (sql) => {
      const [changed] = await change(sql);
      if (changed === undefined) return null;
      await sql.query(`SELECT pg_notify('sandglass_judgehost', '')`);
      await recordAudit(sql, actor, action, changed.name, details);
      return changed.name;
    });
  }

  /**
   * Older software does not say which process it is: then every registration is another one's.
   * @returns also whether this process was registered already
   */
  async register(id: string, request: RegisterRequest): Promise<HostState & { readonly again: boolean }> {
    const rows = await this.#database.query<HostState & { again: boolean } & Record<string, unknown>>(
      `WITH former AS (SELECT process FROM judgehost WHERE id = $1 FOR UPDATE), ${putFigures("'[]'", '$4')}
       UPDATE judgehost h SET slots = $2, compilers = $3, software = $5, process = $6::uuid, cores = $7,
         registered_at = now(), last_seen_at = now()
       FROM former WHERE id = $1
       RETURNING ${stateColumns}, coalesce(former.process = $6::uuid, false) AS again`,
      [
        id,
        request.slots,
        JSON.stringify(request.compilers),
        JSON.stringify(request.report),
        request.software,
        request.process ?? null,
        request.cores === undefined ? null : JSON.stringify(request.cores),
      ],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('the judgehost is gone');
    return row;
  }

  /**
   * Most of it goes to an unlogged table, and nobody waits for the disk: of 100 hosts PostgreSQL would write and flush its log
   * 100 times a second. A crash of the database loses the heartbeats of less than a second, and figures until the next one.
   * @returns also what was known of its health; null: nothing yet
   */
  async heartbeat(
    id: string,
    heartbeat: Heartbeat,
  ): Promise<HostState & { readonly health: OpenPeriod | null }> {
    const rows = await this.#database.query<
      HostState & { health: OpenPeriod | null } & Record<string, unknown>
    >(
      `WITH ${putFigures('$2', '$3')}
       UPDATE judgehost h SET last_seen_at = now(), compilers = coalesce($4::jsonb, compilers), condition = $5
       WHERE id = $1 RETURNING ${stateColumns}, set_config('synchronous_commit', 'off', true) AS quick,
         (SELECT json_build_object('state', p.state, 'reasons', p.reasons) FROM health_period p
          WHERE p.judgehost_id = h.id AND p.to_at IS NULL LIMIT 1) AS health`,
      [
        id,
        JSON.stringify(heartbeat.slots),
        JSON.stringify(heartbeat.report),
        heartbeat.compilers === undefined ? null : JSON.stringify(heartbeat.compilers),
        heartbeat.condition === undefined ? null : JSON.stringify(heartbeat.condition),
      ],
    );
    return rows[0] ?? { ...nobody, health: null };
  }

  async isEnabled(id: string): Promise<boolean> {
    const rows = await this.#database.query<{ enabled: boolean }>(
      'SELECT enabled FROM judgehost WHERE id = $1',
      [id],
    );
    return rows[0]?.enabled ?? false;
  }

  /**
   * What it may take and judge, both or neither, with its line in the audit log.
   * @throws ApiError REQUEST_INVALID: a restriction to what there is not
   * @returns whether there is such a host
   */
  change(id: string, { mode, restrictions }: HostChange, actor: Actor): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const details: Record<string, unknown> = {};
      if (restrictions !== undefined) {
        await checkRestrictions(sql, restrictions);
        await sql.query('UPDATE judgehost SET restrictions = restrictions || $2::jsonb WHERE id = $1', [
          id,
          JSON.stringify(restrictions),
        ]);
        details['restrictions'] = restrictions;
        // Heard when this is committed: the host has another lane from now on.
        await sql.query(`SELECT pg_notify('sandglass_judgehost', '')`);
      }
      if (mode !== undefined) {
        await setMode(sql, id, mode);
        Object.assign(details, { mode: mode.mode, ...(mode.reason === null ? {} : { reason: mode.reason }) });
      }
      const [known] = await sql.query('SELECT 1 FROM judgehost WHERE id = $1', [id]);
      if (known === undefined) return false;
      await recordAudit(sql, actor, 'judgehost.change', id, details);
      return true;
    });
  }

  async restrictionsOf(id: string): Promise<HostRestrictions> {
    const row = await this.#database.prisma.judgehost.findUniqueOrThrow({
      where: { id },
      select: { restrictions: true },
    });
    return hostRestrictionsSchema.parse(row.restrictions);
  }

  /** Whether a file is of a problem that the host may judge, in any version; or of a task that it has. */
  async mayRead(id: string, file: string): Promise<boolean> {
    const rows = await this.#database.query<{ may: boolean }>(
      `SELECT (h.restrictions -> 'contests' = 'null'::jsonb AND h.restrictions -> 'problems' = 'null'::jsonb) OR EXISTS (
         SELECT 1 FROM problem_version v
         WHERE ((h.restrictions -> 'problems' = 'null'::jsonb OR h.restrictions -> 'problems' ? v.problem_id)
             AND (h.restrictions -> 'contests' = 'null'::jsonb OR EXISTS (SELECT 1 FROM contest_problem cp
               WHERE cp.problem_id = v.problem_id AND h.restrictions -> 'contests' ? cp.contest_id))
           OR EXISTS (SELECT 1 FROM judge_task t JOIN judging j ON j.id = t.judging_id
               WHERE t.state = 'claimed' AND t.judgehost_id = h.id AND j.version_id = v.id))
           AND (EXISTS (SELECT 1 FROM test_case c WHERE c.version_id = v.id
               AND (c.input_sha256 = $2 OR c.answer_sha256 = $2 OR c.files @> named.one))
             OR coalesce(v.validator -> 'files', '[]') @> named.one
             OR EXISTS (SELECT 1 FROM jsonb_array_elements(v.includes) AS include WHERE include -> 'files' @> named.one))
       ) AS may
       FROM judgehost h, (SELECT jsonb_build_array(jsonb_build_object('sha256', $2::text)) AS one) AS named WHERE h.id = $1`,
      [id, file],
    );
    return rows[0]?.may ?? false;
  }

  /**
   * The host itself goes off.
   * @param ifSerial only when nobody has changed its mode since
   * @returns null: somebody has
   */
  switchItselfOff(id: string, reason: string, ifSerial: number): Promise<ModeState | null> {
    return this.#database.transaction(async (sql) => {
      const state = await setMode(sql, id, { mode: 'off', reason, by: null }, ifSerial);
      if (state !== null)
        await recordAudit(sql, systemActor, 'judgehost.change', id, { mode: 'off', reason });
      return state;
    });
  }

  /** @param now this process's clock, which `lastSeenAt` is told by; heartbeats are written by PostgreSQL's */
  async list(now = Date.now()): Promise<Judgehost[]> {
    const [aheadMs, rows] = await Promise.all([
      this.#clock.aheadMs(),
      this.#database.prisma.judgehost.findMany({
        orderBy: { name: 'asc' },
        include: { figures: true, _count: { select: { tasks: { where: { state: 'claimed' } } } } },
      }),
    ]);
    const seenMs = (at: Date): number => at.getTime() - aheadMs;
    return rows.map(({ _count: counts, figures, ...row }) => ({
      id: row.id,
      name: row.name,
      enabled: row.enabled,
      online: row.lastSeenAt !== null && now - seenMs(row.lastSeenAt) < silentMs,
      lastSeenAt: row.lastSeenAt === null ? null : new Date(seenMs(row.lastSeenAt)).toISOString(),
      slots: (figures?.slotStates ?? []) as unknown as Judgehost['slots'],
      // Registered before hosts had images of contests.
      compilers: (row.compilers as unknown as CompilerVersion[]).map((one) => ({
        ...one,
        image: one.image ?? null,
      })),
      report: (figures?.report ?? null) as unknown as Judgehost['report'],
      cores: row.cores as unknown as Judgehost['cores'],
      software: row.software,
      mode: row.mode as HostMode,
      modeReason: row.modeReason,
      modeBy: row.modeBy,
      modeAt: row.modeAt?.toISOString() ?? null,
      running: counts.tasks,
      drained: row.mode !== 'on' && counts.tasks === 0,
      restrictions: hostRestrictionsSchema.parse(row.restrictions),
      condition: row.condition as unknown as Judgehost['condition'],
      credential: {
        madeAt: row.tokenMadeAt?.toISOString() ?? null,
        revokedAt: row.revokedAt?.toISOString() ?? null,
        ownRedisUser: row.redisHash !== null,
      },
    }));
  }
}
