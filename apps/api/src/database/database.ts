/**
 * The database as the api uses it: Prisma where a row is a row, plain SQL where a
 * statement says more (locks, bulk inserts, one round trip instead of five). Both share a pool.
 *
 * Whoever asks has an answer soon: connections, statements and locks are waited for so long and no longer, and a crowd that
 * waits for a connection is bounded.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import { Client, Pool, type PoolClient, type QueryResultRow } from 'pg';
import { Outage, partAway } from '../errors/outage.ts';
import { PrismaClient } from '../generated/prisma/client.ts';
import { connectionOptions, requestPatience, type PatienceLimits } from './connection-options.ts';

/** What both the pool and a transaction can do. */
export interface Sql {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface DatabaseOptions {
  readonly patience?: PatienceLimits;
  readonly connections?: number;
  readonly name?: string;
}

/** Whoever comes when this many wait for a connection already would wait in vain. */
const waitingAtMost = 500;
/** Statements that may be long are no reason to wait for a server that is gone: it is asked this often while they run, ms. */
const lookEveryMs = 2_000;
/** How long it may take to answer, ms. */
const lookMs = 3_000;

export class Database implements Sql {
  readonly prisma: PrismaClient;
  readonly #pool: BoundedPool;
  readonly #url: string;
  readonly #watch: NodeJS.Timeout | undefined;

  constructor(url: string, onError: (error: Error) => void, options: DatabaseOptions = {}) {
    const { patience = requestPatience, connections = 20, name } = options;
    this.#url = url;
    this.#pool = new BoundedPool({ ...connectionOptions(url, name, patience), max: connections });
    this.#pool.on('error', onError);
    this.prisma = new PrismaClient({ adapter: new PrismaPg(this.#pool) });
    if (patience.statementMs > requestPatience.statementMs) this.#watch = this.#watchOver(onError);
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
      // On a server that does not answer a ROLLBACK would wait as long again: letting go of the connection is one, too.
      if (isLost(error)) broken ??= error as Error;
      else
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
    clearInterval(this.#watch);
    await this.prisma.$disconnect();
    await this.#pool.end();
  }

  /** Lets go of every connection in use as soon as the server does not answer a new one. */
  #watchOver(onError: (error: Error) => void): NodeJS.Timeout {
    let looking = false;
    const look = async (): Promise<void> => {
      const patience = { ...requestPatience, connectMs: lookMs, statementMs: lookMs };
      const probe = new Client(connectionOptions(this.#url, 'sandglass-probe', patience));
      probe.on('error', () => {});
      try {
        await probe.connect();
        await probe.query('SELECT 1');
      } catch (error) {
        onError(error as Error);
        this.#pool.letGo();
      } finally {
        probe.end().catch(() => {});
      }
    };
    return setInterval(() => {
      if (looking || this.#pool.totalCount === this.#pool.idleCount) return;
      looking = true;
      void look().finally(() => {
        looking = false;
      });
    }, lookEveryMs).unref();
  }
}

/** A pool in front of which no endless crowd waits. */
class BoundedPool extends Pool {
  readonly #clients = new Set<PoolClient>();

  constructor(options: ConstructorParameters<typeof Pool>[0]) {
    super(options);
    this.on('connect', (client) => this.#clients.add(client));
    this.on('remove', (client) => this.#clients.delete(client));
  }

  // node-postgres declares two overloads; everybody here and its own `query` call one of them.
  override connect = ((callback?: (error: Error) => void): unknown => {
    if (this.waitingCount < waitingAtMost)
      return (super.connect as (callback?: (error: Error) => void) => unknown)(callback);
    const error = new Outage('database', `${waitingAtMost} requests wait for the database already`);
    if (callback === undefined) return Promise.reject(error);
    callback(error);
    return undefined;
  }) as Pool['connect'];

  /** Ends what runs; whoever waits for it has an error. */
  letGo(): void {
    for (const client of this.#clients) (client as unknown as Client).end().catch(() => {});
  }
}

/** The connection is of no use any more, as far as can be told: its server is away, or did not answer in time. */
function isLost(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  // An error that has an SQLSTATE came over a connection that works, unless PostgreSQL says that it ends.
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)) return false;
  return partAway(error) === 'database';
}

function sqlOf(client: PoolClient): Sql {
  return {
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      return (await client.query<Row>(text, [...values])).rows;
    },
  };
}
