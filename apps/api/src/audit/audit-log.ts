/** Who changed what, for the day after. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sql } from '../platform/database/database.ts';

/** Who did it, and from where. */
export interface Actor {
  /** Null: the system itself. */
  readonly username: string | null;
  readonly address: string | null;
}

/** As it is stored. */
export const actorSchema: z.ZodType<Actor> = z.object({
  username: z.string().nullable(),
  address: z.string().nullable(),
});

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
