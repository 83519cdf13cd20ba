/**
 * Lets Prisma join a transaction of ours. Prisma believes that it begins one: the connection that its driver is given for it
 * is the one that the transaction is on, where `BEGIN` has been and `COMMIT` is ours.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient, QueryConfig } from 'pg';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';

/** The typed client within a transaction. */
export type Typed = Prisma.TransactionClient;

/** Of the transaction for which Prisma asks the pool for a connection now. */
const joining = new AsyncLocalStorage<PoolClient>();
/** As long as a timer can wait, ms: our own transaction has limits of its own. */
const untilOursEnds = 2 ** 31 - 1;

/** Asked by the pool. @returns undefined: who asks needs a connection of its own */
export function joinedConnection(): PoolClient | undefined {
  const client = joining.getStore();
  if (client === undefined) return undefined;
  // Prisma reads several relations at once, and the driver is to be asked for one thing at a time.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (statement: QueryConfig): Promise<unknown> => {
    const answer = last.then(() => client.query(statement));
    last = answer.catch(() => {});
    return answer;
  };
  return {
    query: (statement: QueryConfig) =>
      ['BEGIN', 'COMMIT', 'ROLLBACK'].includes(statement.text)
        ? Promise.resolve({ fields: [], rows: [], rowCount: 0 })
        : inTurn(statement),
    // Errors of the connection are heard where our transaction is.
    on: () => {},
    removeListener: () => {},
    release: () => {},
  } as unknown as PoolClient;
}

/** The typed client of one transaction, made when it is first asked for. */
export class JoinedTransaction {
  readonly #prisma: PrismaClient;
  readonly #client: PoolClient;
  readonly #ended = Promise.withResolvers<void>();
  #typed: Promise<Typed> | undefined;
  #running: Promise<void> | undefined;

  constructor(prisma: PrismaClient, client: PoolClient) {
    this.#prisma = prisma;
    this.#client = client;
  }

  typed(): Promise<Typed> {
    this.#typed ??= new Promise((resolve, reject) => {
      const holdOpen = async (typed: Typed): Promise<void> => {
        resolve(typed);
        await this.#ended.promise;
      };
      this.#running = joining
        .run(this.#client, () => this.#prisma.$transaction(holdOpen, { timeout: untilOursEnds }))
        .catch(reject);
    });
    return this.#typed;
  }

  /** Before our own `COMMIT` or `ROLLBACK`. */
  async end(): Promise<void> {
    this.#ended.resolve();
    await this.#running;
  }
}
