/**
 * The database as the api uses it: Prisma where a row is a row, plain SQL where a
 * statement says more (locks, bulk inserts, one round trip instead of five). Both share a pool, and a transaction.
 *
 * Every caller has an answer soon: connections, statements and locks are waited for so long and no longer, and a crowd
 * that waits for a connection is bounded.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import { Client, Pool, type PoolClient } from 'pg';
import { Outage, partAway, statementTimedOut } from '../errors/outage.ts';
import { PrismaClient } from '../../generated/prisma/client.ts';
import { joinedConnection, JoinedTransaction, type Typed } from './joined-transaction.ts';
import { connectionOptions, requestPatience, type PatienceLimits } from './connection-options.ts';

/** What both the pool and a transaction can do. */
export interface Sql {
  /** `Row` is held to what the statement returns by `statements.integration.test.ts`. */
  query<Row = unknown>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** What is done on it is committed as one. */
export interface Transaction extends Sql {
  /** The typed client on this very transaction. A statement costs twice what it costs as SQL: not where tasks are judged. */
  typed(): Promise<Typed>;
  /** Does `work` within the transaction. When it throws, all that it did is undone, and the transaction may go on. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface DatabaseOptions {
  readonly patience?: PatienceLimits;
  readonly connections?: number;
  readonly name?: string;
  /** Called when PostgreSQL has ended a statement that took too long, for every caller. */
  readonly onStatementTimeout?: (error: Error) => void;
}

/** A caller that comes when this many wait for a connection already would wait in vain. */
const maxWaiting = 500;
/** Statements that may be long are no reason to wait for a server that is gone: it is asked this often while they run, ms. */
const lookEveryMs = 2_000;
/** How long it may take to answer, ms. */
const lookMs = 3_000;

export class Database implements Sql {
  readonly prisma: PrismaClient;
  readonly #pool: BoundedPool;
  readonly #url: string;
  readonly #watch: NodeJS.Timeout | undefined;
  #statementTimeouts = 0;

  constructor(url: string, onError: (error: Error) => void, options: DatabaseOptions = {}) {
    const { patience = requestPatience, connections = 20, name, onStatementTimeout } = options;
    this.#url = url;
    this.#pool = new BoundedPool({ ...connectionOptions(url, name, patience), max: connections });
    this.#pool.on('error', onError);
    this.#pool.on('connect', (client) => {
      // Of every statement of the connection, also those of Prisma and of transactions.
      connectionOf(client).on('errorMessage', (error) => {
        if (error.code !== statementTimedOut) return;
        this.#statementTimeouts += 1;
        onStatementTimeout?.(error);
      });
    });
    this.prisma = new PrismaClient({ adapter: new PrismaPg(this.#pool) });
    if (patience.statementMs > requestPatience.statementMs) this.#watch = this.#watchOver(onError);
  }

  async query<Row = unknown>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query(text, [...values])).rows as Row[];
  }

  /** Commits what `work` does as one; anything thrown rolls it back and is thrown on. */
  transaction<Result>(work: (sql: Transaction) => Promise<Result>): Promise<Result> {
    return this.#transact('BEGIN', work);
  }

  /** All statements of `work` read the database as it is at the first of them; none may write. */
  snapshot<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#transact('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work);
  }

  async #transact<Result>(begin: string, work: (sql: Transaction) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    // A connection that breaks between two statements says so by an event; unheard, it would end the process.
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on('error', onError);
    let joined: JoinedTransaction | undefined;
    const typed = (): Promise<Typed> => (joined ??= new JoinedTransaction(this.prisma, client)).typed();
    try {
      await client.query(begin);
      const result = await work({ ...sqlOf(client), typed, attempt: attemptsOn(client) });
      await joined?.end();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await joined?.end();
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

  /** Whether it answers; else it throws. */
  async ping(): Promise<void> {
    await this.#pool.query('SELECT 1');
  }

  /** Connections waiting for and using the database, for /metrics. */
  get load(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  /** Statements that PostgreSQL has ended because they took too long. */
  get statementTimeouts(): number {
    return this.#statementTimeouts;
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

/** node-postgres has it on every client, and does not declare it. */
function connectionOf(client: PoolClient): {
  on(event: 'errorMessage', listener: (error: Error & { readonly code?: string }) => void): unknown;
} {
  return (client as unknown as { readonly connection: ReturnType<typeof connectionOf> }).connection;
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
    const joined = callback === undefined ? joinedConnection() : undefined;
    if (joined !== undefined) return Promise.resolve(joined);
    if (this.waitingCount < maxWaiting)
      return (super.connect as (callback?: (error: Error) => void) => unknown)(callback);
    const error = new Outage('database', `${maxWaiting} requests wait for the database already`);
    if (callback === undefined) return Promise.reject(error);
    callback(error);
    return undefined;
  }) as Pool['connect'];

  /** Ends what runs; its callers get an error. */
  letGo(): void {
    for (const client of this.#clients) (client as unknown as Client).end().catch(() => {});
  }
}

/** The connection is of no use any more, as far as is known: its server is away, or did not answer in time. */
function isLost(error: unknown): boolean {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  // An error that has an SQLSTATE came over a connection that works, unless PostgreSQL says that it ends.
  const isState =
    typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !String(name).startsWith('Prisma');
  if (isState && !/^(08|57P)/.test(code)) return false;
  return partAway(error) === 'database';
}

function attemptsOn(client: PoolClient): Transaction['attempt'] {
  let savepoints = 0;
  return async (work) => {
    savepoints += 1;
    const name = `attempt_${savepoints}`;
    await client.query(`SAVEPOINT ${name}`);
    try {
      const done = await work();
      await client.query(`RELEASE SAVEPOINT ${name}`);
      return done;
    } catch (error) {
      // On a connection that is lost this fails as well: the first error says more.
      await client.query(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => {});
      throw error;
    }
  };
}

function sqlOf(client: PoolClient): Sql {
  return {
    async query<Row = unknown>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      return (await client.query(text, [...values])).rows as Row[];
    },
  };
}
