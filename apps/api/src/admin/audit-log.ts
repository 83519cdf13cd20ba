import type { FastifyRequest } from 'fastify';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Database, Sql } from '../database/database.ts';
import type { Identity } from '../http/access.ts';

/** Who did it, and from where. */
export interface Actor {
  /** Null: the system itself. */
  readonly username: string | null;
  readonly address: string | null;
}

export const systemActor: Actor = { username: null, address: null };

export function actorOf(request: FastifyRequest): Actor {
  return { username: request.identity?.username ?? null, address: request.ip };
}

/** Inside the transaction that makes it true: neither is there without the other. @param details never secrets */
export async function recordAudit(
  sql: Sql,
  actor: Actor,
  action: string,
  target: string,
  details: object = {},
): Promise<void> {
  await sql.query(
    'INSERT INTO audit_log (actor, action, target, details, address) VALUES ($1, $2, $3, $4, $5)',
    [actor.username, action, target, JSON.stringify(details), actor.address],
  );
}

/** Who changed what, for the day after. */
export class AuditLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param details never secrets */
  async record(
    actor: Identity | null,
    action: string,
    target: string,
    details: Prisma.InputJsonObject = {},
    address: string | null = null,
  ): Promise<void> {
    await this.#database.prisma.auditLog.create({
      data: { actor: actor?.username ?? null, action, target, details, address },
    });
  }
}
