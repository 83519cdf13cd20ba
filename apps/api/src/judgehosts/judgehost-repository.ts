/** Judgehosts in the database. */
import type { CompilerVersion, Heartbeat, Judgehost, RegisterRequest } from '@sandglass/contracts';
import type { Database } from '../database/database.ts';
import { sha256 } from '../database/sha256.ts';
import { uuidV7 } from '../database/uuid-v7.ts';
import type { JudgehostIdentity } from '../http/access.ts';

/** Heartbeats come every 2 s: a host that missed four of them is down. */
export const heartbeatMs = 2000;
export const silentMs = 9000;

export class JudgehostRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async byToken(token: string): Promise<JudgehostIdentity | null> {
    if (token === '') return null;
    return this.#database.prisma.judgehost.findUnique({
      where: { tokenHash: sha256(token) },
      select: { id: true, name: true },
    });
  }

  /** Makes a host or gives one a new token. */
  async putToken(name: string, token: string): Promise<{ id: string; created: boolean }> {
    const tokenHash = sha256(token);
    const rows = await this.#database.query<{ id: string; created: boolean }>(
      `INSERT INTO judgehost (id, name, token_hash) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET token_hash = excluded.token_hash RETURNING id, (xmax = 0) AS created`,
      [uuidV7(), name, tokenHash],
    );
    const row = rows[0];
    if (row === undefined) throw new Error('the judgehost was not stored');
    return row;
  }

  async register(id: string, request: RegisterRequest): Promise<{ enabled: boolean }> {
    return this.#database.prisma.judgehost.update({
      where: { id },
      data: {
        slots: request.slots,
        compilers: request.compilers,
        report: request.report,
        software: request.software,
        slotStates: [],
        registeredAt: new Date(),
        lastSeenAt: new Date(),
      },
      select: { enabled: true },
    });
  }

  async heartbeat(id: string, heartbeat: Heartbeat): Promise<boolean> {
    const rows = await this.#database.query<{ enabled: boolean }>(
      `UPDATE judgehost SET last_seen_at = now(), slot_states = $2, report = $3, compilers = coalesce($4::jsonb, compilers)
       WHERE id = $1 RETURNING enabled`,
      [
        id,
        JSON.stringify(heartbeat.slots),
        JSON.stringify(heartbeat.report),
        heartbeat.compilers === undefined ? null : JSON.stringify(heartbeat.compilers),
      ],
    );
    return rows[0]?.enabled ?? false;
  }

  async isEnabled(id: string): Promise<boolean> {
    const rows = await this.#database.query<{ enabled: boolean }>(
      'SELECT enabled FROM judgehost WHERE id = $1',
      [id],
    );
    return rows[0]?.enabled ?? false;
  }

  async setEnabled(id: string, enabled: boolean): Promise<boolean> {
    const rows = await this.#database.query('UPDATE judgehost SET enabled = $2 WHERE id = $1 RETURNING id', [
      id,
      enabled,
    ]);
    return rows.length > 0;
  }

  async list(now = Date.now()): Promise<Judgehost[]> {
    const rows = await this.#database.prisma.judgehost.findMany({ orderBy: { name: 'asc' } });
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      enabled: row.enabled,
      online: row.lastSeenAt !== null && now - row.lastSeenAt.getTime() < silentMs,
      lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
      slots: row.slotStates as unknown as Judgehost['slots'],
      // Registered before hosts had images of contests.
      compilers: (row.compilers as unknown as CompilerVersion[]).map((one) => ({
        ...one,
        image: one.image ?? null,
      })),
      report: row.report as unknown as Judgehost['report'],
      software: row.software,
    }));
  }
}
