/** On whose account a live stream is open: what bounds their number, and what ends them. */
import type { Identity } from '../platform/http/access.ts';
import { addressKey } from '../platform/http/client-address.ts';

export interface StreamHolder {
  /** Streams of one key are counted together. */
  readonly key: string;
  /** How many of them one process keeps open. */
  readonly maxStreams: number;
  /** The session that gave the stream its rights; null for visitors and for who proves a password with each request. */
  readonly session: { readonly tokenHash: string; readonly expiresAtMs: number } | null;
  /** Its rights are those of an account without a session: they are read again whenever accounts change. */
  readonly withoutSession: boolean;
}

/** One stream a tab: nobody works with more. */
const perSession = 20;
/** The screens of a whole hall may share one address. */
const perAddress = 500;

/** Ends with this session; null: accounts changed, and with them the rights of everybody who has some. */
export function endsWith({ session, withoutSession }: StreamHolder, tokenHash: string | null): boolean {
  if (tokenHash === null) return session !== null || withoutSession;
  return session?.tokenHash === tokenHash;
}

/** @param address where a visitor comes from; a logged-in user counts alone, at any address */
export function streamHolder(identity: Identity | null, address: string): StreamHolder {
  if (identity === null)
    return {
      key: `address ${addressKey(address)}`,
      maxStreams: perAddress,
      session: null,
      withoutSession: false,
    };
  const { session } = identity;
  if (session === null)
    return { key: `account ${identity.accountId}`, maxStreams: perSession, session, withoutSession: true };
  return { key: `session ${session.tokenHash}`, maxStreams: perSession, session, withoutSession: false };
}
