/** Judgehosts in the database. */
import {
  hostRestrictionsSchema,
  type ChangeRestrictions,
  type HealthReason,
  type Heartbeat,
  type HostMode,
  type HostRestrictions,
  type Judgehost,
  type RegisterRequest,
} from '@sandglass/contracts';
import { recordAudit, systemActor, type Actor } from '../audit/audit-log.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { readJson, type WithJson } from '../platform/database/json-columns.ts';
import { notify } from '../platform/database/notifications.ts';
import { ServerClock } from '../platform/database/server-clock.ts';
import { checkRestrictions } from './check-restrictions.ts';
import { isRestricted, restrictedQueueOf } from './restricted-hosts.ts';

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

/** What every answer says to a host about itself. */
export interface HostState extends ModeState {
  /** Null: the common queues. */
  readonly restrictedQueue: string | null;
  readonly restrictions: HostRestrictions;
  /** Chroot images it has. */
  readonly images: readonly string[];
}

/** The period of its health that lasts. */
export interface OpenPeriod {
  readonly state: string;
  readonly reasons: readonly HealthReason[];
}

type StoredState = WithJson<HostState, 'restrictions'>;
const stateShapes = { restrictions: hostRestrictionsSchema };

/** The answer for a host whose row has gone. */
const nobody: HostState = {
  enabled: false,
  mode: 'off',
  modeSerial: 0,
  restrictedQueue: null,
  restrictions: { contests: null, problems: null, languages: null },
  images: [],
};

const modeColumns = 'enabled, mode, mode_serial AS "modeSerial"';
const stateColumns = `${modeColumns}, restrictions, CASE WHEN ${isRestricted} THEN ${restrictedQueueOf} END AS "restrictedQueue",
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
  const rows = await sql.query<ModeState>(
    `UPDATE judgehost SET enabled = ($2 = 'on'), mode = $2, mode_reason = $3, mode_by = $4, mode_at = now(),
       mode_serial = mode_serial + 1
     WHERE id = $1 AND ($5::int IS NULL OR mode_serial = $5) RETURNING ${modeColumns}`,
    [id, change.mode, change.reason, change.by, ifSerial ?? null],
  );
  return rows[0] ?? null;
}

export class JudgehostRepository {
  readonly #database: Database;
  readonly #clock: ServerClock;

  /** @param now this process's clock, ms */
  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#clock = new ServerClock(database, now);
  }

  /**
   * Older software does not say which process it is: then every registration is another one's.
   * @returns also whether this process was registered already
   */
  async register(id: string, request: RegisterRequest): Promise<HostState & { readonly again: boolean }> {
    const rows = await this.#database.query<StoredState & { again: boolean }>(
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
    return readJson(row, stateShapes);
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
    const rows = await this.#database.query<StoredState & { health: OpenPeriod | null }>(
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
    return rows[0] === undefined ? { ...nobody, health: null } : readJson(rows[0], stateShapes);
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
        await checkRestrictions(await sql.typed(), restrictions);
        await sql.query('UPDATE judgehost SET restrictions = restrictions || $2::jsonb WHERE id = $1', [
          id,
          JSON.stringify(restrictions),
        ]);
        details['restrictions'] = restrictions;
        // Sent when this is committed: the host has another restricted queue from now on.
        await notify(sql, 'sandglass_judgehost');
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

  /** @param now this process's clock, by which `lastSeenAt` is given; heartbeats are written by PostgreSQL's */
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
      ...saidBy(row, figures),
      software: row.software,
      mode: row.mode as HostMode,
      modeReason: row.modeReason,
      modeBy: row.modeBy,
      modeAt: row.modeAt?.toISOString() ?? null,
      running: counts.tasks,
      drained: row.mode !== 'on' && counts.tasks === 0,
      restrictions: hostRestrictionsSchema.parse(row.restrictions),
      credential: {
        madeAt: row.tokenMadeAt?.toISOString() ?? null,
        revokedAt: row.revokedAt?.toISOString() ?? null,
        ownRedisUser: row.redisHash !== null,
      },
    }));
  }
}

type Said = Pick<Judgehost, 'slots' | 'compilers' | 'report' | 'cores' | 'condition'>;

/** What a host says of itself. It is parsed when it comes, and taken here as it was written: of hundreds of hosts, every second. */
function saidBy(
  { compilers, cores, condition }: Record<'compilers' | 'cores' | 'condition', unknown>,
  figures: { readonly slotStates: unknown; readonly report: unknown } | null,
): Said {
  const said = {
    slots: figures?.slotStates ?? [],
    compilers,
    report: figures?.report ?? null,
    cores,
    condition,
  } as Said;
  // Registered before hosts had images of contests.
  return { ...said, compilers: said.compilers.map((one) => ({ ...one, image: one.image ?? null })) };
}
