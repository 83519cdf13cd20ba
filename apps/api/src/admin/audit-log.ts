import type { Prisma } from '../generated/prisma/client.ts';
import type { Database } from '../database/database.ts';
import type { Identity } from '../http/access.ts';

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
