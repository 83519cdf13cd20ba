/**
 * The database as the api uses it: Prisma where a row is a row, plain SQL where a
 * statement says more (locks, bulk inserts, one round trip instead of five). Both share a pool.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { connectionOptions } from './connection-options.ts';

/** What both the pool and a transaction can do. */
export interface Sql {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export class Database implements Sql {
  readonly prisma: PrismaClient;
  readonly #pool: Pool;

  constructor(url: string, onError: (error: Error) => void) {
    this.#pool = new Pool({ ...connectionOptions(url), max: 20 });
    this.#pool.on('error', onError);
    this.prisma = new PrismaClient({ adapter: new PrismaPg(this.#pool) });
  }

  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, [...values])).rows;
  }

  /** Commits what `work` does as one; anything thrown rolls it back and is thrown on. */
  async transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    // A connection that breaks between two statements says so by an event; unheard, it would end the process.
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const result = await work(sqlOf(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: unknown) => {
        broken = failure as Error;
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  /** Connections waiting for and using the database, for /metrics. */
  get load(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  async close(): Promise<void> {
    await this.prisma.$disconnect();
    await this.#pool.end();
  }
}

function sqlOf(client: PoolClient): Sql {
  return {
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      return (await client.query<Row>(text, [...values])).rows;
    },
  };
}
