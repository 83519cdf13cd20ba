/** Alarms in the database: the open ones and the log. */
import type { Alarm, AlarmRuleId, AlarmSeverity, alarmQuerySchema } from '@sandglass/contracts';
import type { AlarmChange, AlarmKey } from '@sandglass/domain';
import type { z } from 'zod';
import { recordAudit, type Actor } from '../admin/audit-log.ts';
import type { Database } from '../database/database.ts';
import { uuidV7 } from '../database/uuid-v7.ts';
import type { Alarm as AlarmRow, Prisma } from '../generated/prisma/client.ts';

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
  async raise(key: AlarmKey, change: Extract<AlarmChange, { kind: 'raise' | 'keep' }>): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO alarm (id, rule, judgehost, severity, text, raised_at, last_at, open_key)
       VALUES ($1, $2, $3, $4, $5, now(), now(), $6) ON CONFLICT (open_key) DO NOTHING RETURNING id`,
      [uuidV7(), key.rule, key.judgehost, change.severity, change.text, openKeyOf(key)],
    );
    return rows.length > 0;
  }

  /** What is true of it now. The severity never falls while it lasts. */
  async keep(key: AlarmKey, severity: AlarmSeverity, text: string): Promise<void> {
    await this.#database.query(
      `UPDATE alarm SET text = $2, last_at = now(),
         severity = CASE WHEN severity = 'critical' THEN severity ELSE $3 END WHERE open_key = $1`,
      [openKeyOf(key), text, severity],
    );
  }

  async clear(key: AlarmKey): Promise<boolean> {
    const rows = await this.#database.query(
      'UPDATE alarm SET cleared_at = now(), open_key = NULL WHERE open_key = $1 RETURNING id',
      [openKeyOf(key)],
    );
    return rows.length > 0;
  }

  /**
   * Who comes first has taken it on, and stays who has; a note of whoever comes later is added to theirs.
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

  /** Judgings that failed by our own fault within the last ten minutes. */
  async judgingErrors(): Promise<number> {
    const rows = await this.#database.query<{ errors: number }>(
      `SELECT count(*)::int AS errors FROM judging
       WHERE ended_at > now() - interval '10 minutes' AND verdict = 'JE'`,
    );
    return rows[0]?.errors ?? 0;
  }
}

function alarmOf(row: AlarmRow): Alarm {
  return {
    id: row.id,
    rule: row.rule as AlarmRuleId,
    judgehost: row.judgehost,
    severity: row.severity as AlarmSeverity,
    text: row.text,
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
