/** Which contests' test data hosts are to fetch ahead, and what that is. */
import type { FileReference, HostRestrictions, WarmUpOrder, WarmUpRequest } from '@sandglass/contracts';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import { latestEnd } from '../contests/contest-conditions.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { Remembered } from '../platform/lib/remembered.ts';
import { sha256 } from '../platform/lib/sha256.ts';
import { fieldErrors } from '../platform/errors/api-error.ts';

/** A contest that begins within this is warmed up by itself, and for its first hour: a host may join late or have much to fetch. */
const approachMinutes = 30;
/** Heartbeats of hundreds of hosts ask. */
const rememberMs = 2_000;

/** A contest whose data is wanted. */
interface Wanted extends WarmUpOrder {
  readonly image: string | null;
  readonly problems: readonly string[];
  /** Names of hosts that were asked; null: all are. */
  readonly judgehosts: readonly string[] | null;
}

/** Which host it is and what it may judge, and so which test data it needs. */
export interface HostUse {
  readonly name: string;
  readonly restrictions: HostRestrictions;
  /** Chroot images it has. */
  readonly images: readonly string[];
}

export class WarmUpRepository {
  readonly #database: Database;
  readonly #wanted = new Remembered(rememberMs, () => this.#read(null));

  constructor(database: Database) {
    this.#database = database;
  }

  /** Contests that approach, and those the jury has asked this host or all for, until they are over. */
  async ordersFor(host: HostUse): Promise<WarmUpOrder[]> {
    return (await this.#wanted.get()).flatMap((wanted) =>
      isAsked(wanted, host) ? (orderFor(wanted, host) ?? []) : [],
    );
  }

  /** The contest's order as each of these hosts gets it, without those that may judge nothing of it. */
  async orderOf<Host extends HostUse>(
    contestId: string,
    hosts: readonly Host[],
  ): Promise<{ host: Host; order: WarmUpOrder; asked: boolean }[]> {
    const [wanted] = await this.#read(contestId);
    if (wanted === undefined) return [];
    return hosts.flatMap((host) => {
      const order = orderFor(wanted, host);
      return order === null ? [] : [{ host, order, asked: isAsked(wanted, host) }];
    });
  }

  /**
   * From now on the contest's data is wanted.
   * @param judgehosts on these, by name; absent: on all
   * @returns its revision
   * @throws ApiError REQUEST_INVALID with each host that there is not, or that was revoked
   */
  async ask(contestId: string, { judgehosts }: WarmUpRequest, actor: Actor): Promise<string> {
    await this.#database.transaction(async (sql) => {
      if (judgehosts === undefined)
        await sql.query('UPDATE contest SET warm_up_at = now() WHERE id = $1', [contestId]);
      else await askHosts(sql, contestId, judgehosts);
      const details = judgehosts === undefined ? {} : { judgehosts };
      await recordAudit(sql, actor, 'contest.warm-up', contestId, details);
    });
    this.#wanted.forget();
    return this.revision(contestId);
  }

  async revision(contestId: string): Promise<string> {
    return (await this.#read(contestId))[0]?.revision ?? '';
  }

  /**
   * Everything a judging of one of the contest's problems may need, each file once.
   * @param problems of these only; null: of all
   */
  async files(contestId: string, problems: readonly string[] | null = null): Promise<FileReference[]> {
    return this.#database.query<FileReference>(
      `WITH version AS (
         SELECT v.* FROM contest_problem cp JOIN problem p ON p.id = cp.problem_id
           JOIN problem_version v ON v.id = p.current_version_id
         WHERE cp.contest_id = $1 AND ($2::text[] IS NULL OR cp.problem_id = ANY($2::text[]))
       ), named AS (
         SELECT jsonb_array_elements(t.files) AS file FROM test_case t JOIN version v ON v.id = t.version_id
         UNION ALL SELECT jsonb_array_elements(v.validator -> 'files') FROM version v WHERE v.validator ? 'files'
         UNION ALL SELECT jsonb_array_elements(include -> 'files')
           FROM version v, jsonb_array_elements(v.includes) AS include
       )
       SELECT sha256, max(bytes)::float8 AS bytes FROM (
         SELECT t.input_sha256 AS sha256, t.input_bytes AS bytes FROM test_case t JOIN version v ON v.id = t.version_id
         UNION ALL SELECT t.answer_sha256, t.answer_bytes FROM test_case t JOIN version v ON v.id = t.version_id
         UNION ALL SELECT file ->> 'sha256', (file ->> 'bytes')::int8 FROM named
       ) AS one GROUP BY sha256 ORDER BY sha256`,
      [contestId, problems],
    );
  }

  async #read(contestId: string | null): Promise<Wanted[]> {
    return this.#database.query<Wanted>(
      `WITH named AS (
         SELECT contest_id, array_agg(name) AS judgehosts FROM judgehost, unnest(warm_ups) AS contest_id GROUP BY contest_id
       ), asked AS (
         SELECT c.id, c.image, ${latestEnd} > now() AS lasts, c.warm_up_at IS NOT NULL
             OR (c.starts_at > now() - interval '1 hour' AND c.starts_at < now() + $2 * interval '1 minute') AS all_hosts,
           coalesce(named.judgehosts, '{}') AS judgehosts
         FROM contest c LEFT JOIN named ON named.contest_id = c.id
       )
       SELECT a.id AS "contestId", a.image, CASE WHEN NOT a.all_hosts THEN a.judgehosts END AS judgehosts,
         array_agg(cp.problem_id ORDER BY cp.ordinal) AS problems,
         md5(string_agg(coalesce(p.current_version_id::text, ''), ',' ORDER BY cp.ordinal)) AS revision
       FROM asked a JOIN contest_problem cp ON cp.contest_id = a.id JOIN problem p ON p.id = cp.problem_id
       WHERE CASE WHEN $1::text IS NOT NULL THEN a.id = $1
         ELSE a.lasts AND (a.all_hosts OR a.judgehosts <> '{}') END
       GROUP BY a.id, a.image, a.all_hosts, a.judgehosts ORDER BY a.id`,
      [contestId, approachMinutes],
    );
  }
}

async function askHosts(sql: Sql, contestId: string, judgehosts: readonly string[]): Promise<void> {
  const rows = await sql.query<{ name: string }>(
    `UPDATE judgehost SET warm_ups = array_append(array_remove(warm_ups, $1), $1)
     WHERE name = ANY($2) AND revoked_at IS NULL RETURNING name`,
    [contestId, judgehosts],
  );
  const there = new Set(rows.map(({ name }) => name));
  const errors = judgehosts.flatMap((name, index) =>
    there.has(name)
      ? []
      : [
          {
            path: `judgehosts[${String(index)}]`,
            message: `there is no judgehost "${name}", or it was revoked`,
          },
        ],
  );
  if (errors.length > 0) throw fieldErrors('REQUEST_INVALID', errors);
}

function isAsked({ judgehosts }: Wanted, host: HostUse): boolean {
  return judgehosts === null || judgehosts.includes(host.name);
}

/** Null: the host may judge nothing of it, or lacks its image. One that may judge a part fetches that part. */
function orderFor({ contestId, revision, image, problems }: Wanted, host: HostUse): WarmUpOrder | null {
  const { restrictions } = host;
  if (restrictions.contests?.includes(contestId) === false) return null;
  if (image !== null && !host.images.includes(image)) return null;
  const own = problems.filter((problem) => restrictions.problems?.includes(problem) !== false);
  if (own.length === 0) return null;
  // Another part is another order: the host begins again when its restrictions change.
  const part = own.length === problems.length ? '' : `-${sha256(own.join('\n')).slice(0, 8)}`;
  return { contestId, revision: `${revision}${part}` };
}
