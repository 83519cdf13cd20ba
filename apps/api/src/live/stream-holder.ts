/** On whose account a live stream is open: what bounds their number, and what ends them. */
import type { Identity } from '../http/access.ts';

export interface StreamHolder {
  /** Streams of one key are counted together. */
  readonly key: string;
  /** How many of them one process keeps open. */
  readonly atMost: number;
  /** The session that gave the stream its rights; null for visitors and for HTTP Basic. */
  readonly session: { readonly tokenHash: string; readonly expiresAtMs: number } | null;
}

/** One stream a tab: nobody works with more. */
const perSession = 20;
/** The screens of a whole hall may share one address. */
const perAddress = 500;

/** @param address where a visitor comes from; who is logged in counts by themselves, wherever they are */
export function streamHolder(identity: Identity | null, address: string): StreamHolder {
  if (identity === null) return { key: `address ${address}`, atMost: perAddress, session: null };
  const { session } = identity;
  if (session === null) return { key: `account ${identity.accountId}`, atMost: perSession, session };
  return { key: `session ${session.tokenHash}`, atMost: perSession, session };
}
