/**
 * What is away, recognised by what drivers throw. PostgreSQL, Redis and the disk report it in a hundred ways; here is
 * the one place that knows them, so that a request that cannot be served for the moment is 503 with a time to try
 * again, and
 * 500 stays our own mistakes.
 */
export type Part = 'database' | 'queue' | 'disk';

/** Thrown by our own code where something does not answer. */
export class Outage extends Error {
  override readonly name = 'Outage';
  readonly part: Part;

  constructor(part: Part, message: string, options?: ErrorOptions) {
    super(message, options);
    this.part = part;
  }
}

/** SQLSTATE classes: connection exceptions, insufficient resources (disk full, too many connections), operator intervention, errors of its system. */
const sqlClasses = new Set(['08', '53', '57', '58']);
const sqlStates = new Set([
  '25006', // a standby, or a server that was made read-only
  '25P03', // idle-in-transaction timeout
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock timeout
]);
/** Prisma's own words for the same: cannot be reached, timed out, closed, no free connection, too many, write conflict. */
const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2034', 'P2037']);
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
]);
const diskCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/** node-postgres has no codes for these. */
const postgresWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;
const redisWords =
  /^(Command timed out|Connection is closed|Stream isn't writeable|Redis did not answer|(LOADING|READONLY|OOM|MISCONF|MASTERDOWN|TRYAGAIN|CLUSTERDOWN)\b)/;

/**
 * SQLSTATE `query_canceled`: PostgreSQL ended the statement after its `statement_timeout`. For the caller that is an
 * outage; it may be a statement of ours that is too slow, so it is logged as an error and counted as well.
 */
export const statementTimedOut = '57014';

/** How deep errors wrap each other at most, before we stop looking. */
const maxDepth = 8;

/** @returns the part that is away; null: it is something else */
export function partAway(error: unknown, depth = 0): Part | null {
  if (!(error instanceof Error) || depth > maxDepth) return null;
  if (error instanceof Outage) return error.part;
  const inner = error as Error & {
    readonly code?: unknown;
    readonly severity?: unknown;
    readonly syscall?: unknown;
    readonly errors?: unknown;
    readonly meta?: { readonly driverAdapterError?: unknown };
  };
  const code = typeof inner.code === 'string' ? inner.code : '';
  if (diskCodes.has(code)) return 'disk';
  if (error.name === 'MaxRetriesPerRequestError' || redisWords.test(error.message)) return 'queue';
  // Prisma keeps the driver's code and puts its words into the last line of its own.
  const isPrisma = error.name.startsWith('Prisma');
  const words = isPrisma ? error.message.slice(error.message.lastIndexOf('\n') + 1) : error.message;
  if (prismaCodes.has(code) || postgresWords.test(words)) return 'database';
  if (code.length === 5 && (sqlClasses.has(code.slice(0, 2)) || sqlStates.has(code))) return 'database';
  // A unix socket that is not there is a file that is not there.
  const connecting =
    inner.syscall === 'connect' ||
    inner.syscall === 'getaddrinfo' ||
    (isPrisma && words.startsWith('connect E'));
  if (connecting || (socketCodes.has(code) && (isPrisma || inner.syscall !== undefined))) return 'database';
  const nested = [error.cause, inner.meta?.driverAdapterError, ...wrapped(inner.errors)];
  for (const cause of nested) {
    const part = partAway(cause, depth + 1) ?? ofAdapter(cause);
    if (part !== null) return part;
  }
  return null;
}

/** Whether it is, or was made of, a statement that took longer than it may. */
export function isStatementTimeout(error: unknown, depth = 0): boolean {
  if (error === null || typeof error !== 'object' || depth > maxDepth) return false;
  const inner = error as Readonly<Record<string, unknown>>;
  if (inner['code'] === statementTimedOut || inner['originalCode'] === statementTimedOut) return true;
  const meta = inner['meta'] as { readonly driverAdapterError?: unknown } | undefined;
  return [inner['cause'], meta?.driverAdapterError].some((cause) => isStatementTimeout(cause, depth + 1));
}

function wrapped(errors: unknown): readonly unknown[] {
  return Array.isArray(errors) ? (errors as unknown[]) : [];
}

/** Prisma's adapter describes the driver's error by a plain object. */
function ofAdapter(cause: unknown): Part | null {
  if (cause === null || typeof cause !== 'object' || cause instanceof Error) return null;
  const { kind, code, originalCode } = cause as Readonly<Record<string, unknown>>;
  const kinds = ['DatabaseNotReachable', 'SocketTimeout', 'ConnectionClosed', 'TooManyConnections'];
  if (typeof kind === 'string' && kinds.includes(kind)) return 'database';
  for (const state of [code, originalCode]) {
    if (typeof state !== 'string' || state.length !== 5) continue;
    if (sqlClasses.has(state.slice(0, 2)) || sqlStates.has(state)) return 'database';
  }
  return null;
}
