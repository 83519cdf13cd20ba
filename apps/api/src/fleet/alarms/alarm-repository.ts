/** Alarms in the database: the open ones and the log. */
import type { Alarm, AlarmRuleId, AlarmSeverity, alarmQuerySchema } from '@sandglass/contracts';
import type { AlarmKey, AlarmWords, ErrorsOfContest } from '@sandglass/domain';
import type { z } from 'zod';
import { recordAudit, type Actor } from '../../audit/audit-log.ts';
import type { Database } from '../../platform/database/database.ts';
import { uuidV7 } from '../../platform/lib/uuid-v7.ts';
import type { Alarm as AlarmRow, Prisma } from '../../generated/prisma/client.ts';

const openKeyOf = ({ rule, judgehost }: AlarmKey): string => `${rule} ${judgehost ?? ''}`;

export class AlarmRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async open(): Promise<Alarm[]> {
    const rows = await this.#database.prisma.alarm.findMany({
      where: { openKey: { not: null } },
      orderBy: { raisedAt: 'asc' },
    });
    return rows.map(alarmOf);
  }

  async list(query: z.output<typeof alarmQuerySchema>): Promise<{ alarms: Alarm[]; more: boolean }> {
    const where: Prisma.AlarmWhereInput = {
      ...(query.state === 'open' ? { openKey: { not: null } } : {}),
      ...(query.state === 'ended' ? { openKey: null } : {}),
      ...(query.rule === undefined ? {} : { rule: query.rule }),
      ...(query.judgehost === undefined ? {} : { judgehost: query.judgehost }),
      ...(query.before === undefined ? {} : { id: { lt: query.before } }),
    };
    // Ids are made when the alarm is raised: their order is that of time.
    const rows = await this.#database.prisma.alarm.findMany({
      where,
      orderBy: { id: 'desc' },
      take: query.limit + 1,
    });
    return { alarms: rows.slice(0, query.limit).map(alarmOf), more: rows.length > query.limit };
  }

  /** Raises it unless another process has just done so. @returns whether this one did */
  async raise(key: AlarmKey, words: AlarmWords): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO alarm (id, rule, judgehost, severity, text, worst, worst_figure, contests, raised_at, last_at, open_key)
       VALUES ($1, $2, $3, $4, $5, $5, $6, $7, now(), now(), $8) ON CONFLICT (open_key) DO NOTHING RETURNING id`,
      [
        uuidV7(),
        key.rule,
        key.judgehost,
        words.severity,
        words.text,
        words.figure,
        words.contests,
        openKeyOf(key),
      ],
    );
    return rows.length > 0;
  }

  /** What is true of it now. The severity and the worst figure never fall, and no contest is forgotten, while it lasts. */
  async keep(key: AlarmKey, words: AlarmWords, worst: AlarmWords): Promise<void> {
    await this.#database.query(
      `UPDATE alarm SET text = $2, last_at = now(),
         severity = CASE WHEN severity = 'critical' THEN severity ELSE $3 END,
         worst = CASE WHEN $5 > coalesce(worst_figure, '-infinity') THEN $4 ELSE worst END,
         worst_figure = greatest(worst_figure, $5),
         contests = ARRAY(SELECT DISTINCT unnest(contests || $6::text[]) ORDER BY 1) WHERE open_key = $1`,
      [openKeyOf(key), words.text, words.severity, worst.text, worst.figure, words.contests],
    );
  }

  /** @param worst since it was written last; null: nothing was worse */
  async clear(key: AlarmKey, worst: AlarmWords | null): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE alarm SET cleared_at = now(), open_key = NULL,
         worst = CASE WHEN $3 > coalesce(worst_figure, '-infinity') THEN $2 ELSE worst END,
         worst_figure = greatest(worst_figure, $3) WHERE open_key = $1 RETURNING id`,
      [openKeyOf(key), worst?.text ?? null, worst?.figure ?? null],
    );
    return rows.length > 0;
  }

  /**
   * The first user to acknowledge the alarm stays its acknowledger; a note of a later user is added to theirs.
   * @returns null: there is no such alarm
   */
  async acknowledge(id: string, actor: Actor, note: string): Promise<Alarm | null> {
    const by = actor.username ?? '';
    const known = await this.#database.transaction(async (sql) => {
      const [taken] = await sql.query<{ rule: string }>(
        `UPDATE alarm SET acknowledged_at = coalesce(acknowledged_at, now()), acknowledged_by = coalesce(acknowledged_by, $2),
           note = CASE WHEN acknowledged_at IS NULL THEN $3
             WHEN $3 = '' THEN note
             ELSE concat_ws(E'\\n', nullif(note, ''), CASE WHEN acknowledged_by = $2 THEN $3 ELSE $2 || ': ' || $3 END) END
         WHERE id = $1 RETURNING rule`,
        [id, by, note],
      );
      if (taken === undefined) return false;
      await recordAudit(sql, actor, 'alarm.acknowledged', id, { rule: taken.rule, note });
      return true;
    });
    const row = known ? await this.#database.prisma.alarm.findUnique({ where: { id } }) : null;
    return row === null ? null : alarmOf(row);
  }

  /** Submissions of teams whose verdict is a judging error, as long as somebody waits for a better one, by contest. */
  async judgingErrors(): Promise<ErrorsOfContest[]> {
    return this.#database.query<{ contest: string; count: number }>(
      `SELECT s.contest_id AS contest, count(*)::int AS count FROM judging j JOIN submission s ON s.id = j.submission_id
       JOIN contest c ON c.id = s.contest_id
       WHERE j.verdict = 'JE' AND j.valid AND NOT s.jury AND c.ends_at > now() - interval '1 day' GROUP BY 1 ORDER BY 1`,
    );
  }
}

function alarmOf(row: AlarmRow): Alarm {
  return {
    id: row.id,
    rule: row.rule as AlarmRuleId,
    judgehost: row.judgehost,
    severity: row.severity as AlarmSeverity,
    text: row.text,
    worst: row.worst ?? row.text,
    contests: row.contests,
    raisedAt: row.raisedAt.toISOString(),
    lastAt: row.lastAt.toISOString(),
    clearedAt: row.clearedAt?.toISOString() ?? null,
    acknowledged:
      row.acknowledgedAt === null
        ? null
        : {
            at: row.acknowledgedAt.toISOString(),
            by: row.acknowledgedBy ?? '',
            note: row.note,
          },
  };
}
