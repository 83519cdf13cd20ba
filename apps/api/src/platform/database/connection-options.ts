import type { PoolConfig } from 'pg';

/** How long what is asked of the database may take. Without an end to it, a network that drops silently holds a request for a quarter of an hour. */
export interface PatienceLimits {
  /** Until there is a connection, free or new, ms. */
  readonly connectMs: number;
  /** One statement, ms; PostgreSQL ends it, and half a second later we close the connection in any case. */
  readonly statementMs: number;
  /** Waiting for a lock that another transaction holds, ms. */
  readonly lockMs: number;
  /** A transaction that asks nothing, ms: its locks keep others waiting. */
  readonly idleInTransactionMs: number;
}

/**
 * Of everything that a request waits for: a request has an answer within about five seconds, if only that there is none
 * now.
 */
export const requestPatience: PatienceLimits = {
  connectMs: 4_000,
  statementMs: 4_500,
  lockMs: 4_000,
  idleInTransactionMs: 30_000,
};

/** Of imports, previews and tidying, which may read or write all there is. */
export const jobPatience: PatienceLimits = {
  connectMs: 4_000,
  statementMs: 300_000,
  lockMs: 60_000,
  idleInTransactionMs: 300_000,
};

/** How much longer than PostgreSQL we wait before the connection itself is held to be broken, ms. */
const graceMs = 500;

/**
 * Options of node-postgres for a DATABASE_URL; what the address itself says (`?query_timeout=`, `?options=`) comes first. It
 * understands `?host=/folder` (unix socket) by itself; a name in `pg_stat_activity` helps an operator who looks for a
 * stuck connection. Compiling a statement (`jit`) costs more than it saves, 60 of 580 ms where it was looked at.
 *
 * @param patience null: no end but that of a broken network, for migrations and for who only listens
 */
export function connectionOptions(
  databaseUrl: string,
  name = 'sandglass-api',
  patience: PatienceLimits | null = null,
): PoolConfig {
  const settings: Record<string, string | number> = {
    jit: 'off',
    // PostgreSQL gives up a client that is gone as soon as we give up PostgreSQL; on a unix socket these mean nothing.
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 3,
    tcp_user_timeout: 30_000,
    ...(patience === null
      ? {}
      : {
          statement_timeout: patience.statementMs,
          lock_timeout: patience.lockMs,
          idle_in_transaction_session_timeout: patience.idleInTransactionMs,
        }),
  };
  return {
    connectionString: databaseUrl,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: patience?.connectMs ?? 10_000,
    ...(patience === null ? {} : { query_timeout: patience.statementMs + graceMs }),
    options: Object.entries(settings)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
  };
}
