/** The events of a contest, in the order in which they became true: what pages, scoreboards and streams are made of. */
import type { ContestEventData } from '@sandglass/contracts';
import { changesArchived, changesResults } from '@sandglass/domain';
import type { Sql } from '../platform/database/database.ts';
import { ApiError } from '../platform/errors/api-error.ts';

const insertedEvents = `event AS (
    INSERT INTO contest_event (contest_id, seq, at, data)
    SELECT $1, last_seq - cardinality($2::jsonb[]) + ordinality, clock_timestamp(), data
    FROM head, unnest($2::jsonb[]) WITH ORDINALITY AS e(data, ordinality)
  )`;
const notified = `SELECT last_seq AS seq, finalized_at IS NOT NULL AS "isFinal",
  archived_at IS NOT NULL AS "isArchived", deleted_at IS NOT NULL AS "isDeleted", pg_notify('sandglass_event', $1) FROM head`;

interface Head {
  readonly seq: number;
  readonly isFinal: boolean;
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
}

/**
 * Appends events, in this order, inside the transaction that makes them true. The contest's row is locked from here to
 * the commit, so seq order is commit order and no reader can skip one: call it last. Only the unit of work calls it.
 * The submissions that are new get their numbers with their events: in the same order and under the same lock, so that a
 * number costs no wait of its own and one that is rolled back leaves no gap.
 * Making results final takes that lock as well, so this is where a change of final results is refused, of every kind and
 * however late it comes.
 * @returns the seq of the last
 * @throws ApiError CONTEST_FINALISED, CONTEST_ARCHIVED, CONTEST_UNKNOWN
 */
export async function appendEvents(
  sql: Sql,
  contestId: string,
  data: readonly ContestEventData[],
): Promise<number> {
  const texts = data.map((one) => JSON.stringify(one));
  const made = data.flatMap((one) => (one.type === 'submission' ? [one.submissionId] : []));
  const rows =
    made.length === 0
      ? await sql.query<Head>(
          `WITH head AS (
             UPDATE contest SET last_seq = last_seq + cardinality($2::jsonb[]) WHERE id = $1 RETURNING last_seq, finalized_at, archived_at, deleted_at
           ), ${insertedEvents}
           ${notified}`,
          [contestId, texts],
        )
      : await sql.query<Head>(
          `WITH head AS (
             UPDATE contest SET last_seq = last_seq + cardinality($2::jsonb[]), last_number = last_number + cardinality($3::uuid[])
             WHERE id = $1 RETURNING last_seq, last_number, finalized_at, archived_at, deleted_at
           ), ${insertedEvents}, numbered AS (
             UPDATE submission s SET number = last_number - cardinality($3::uuid[]) + made.ordinality
             FROM head, unnest($3::uuid[]) WITH ORDINALITY AS made(id, ordinality) WHERE s.id = made.id
           )
           ${notified}`,
          [contestId, texts, made],
        );
  const [head] = rows;
  if (head === undefined) throw new Error(`there is no contest "${contestId}" to append an event to`);
  // What a host still reports of it, and what it shares with other contests, goes with it.
  if (head.isDeleted && data.some(({ type }) => type === 'submission' || type === 'rejudging'))
    throw new ApiError('CONTEST_UNKNOWN', { contest: contestId });
  if (head.isArchived && data.some(changesArchived))
    throw new ApiError('CONTEST_ARCHIVED', { contest: contestId });
  if (head.isFinal && data.some(changesResults))
    throw new ApiError('CONTEST_FINALISED', { contest: contestId });
  return head.seq;
}
