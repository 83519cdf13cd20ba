/**
 * Failed logins: which later logins they delay or refuse. Pure: state in, decision and new state out.
 *
 * Failures of strangers must not keep a person out. So guesses are counted where they come from: for each account
 * and address apart. An address from which, or a browser with which, the account was used before has a bucket of its
 * own, which other people's failures do not reach. Only attempts from elsewhere meet wide buckets as well: one for the
 * account (guesses spread over many addresses), and one against guesses at many names. That one is the browser's where
 * a page of ours gave it an id, so that a neighbour who guesses does not fill it; everything else of an address shares
 * one. Ids are given out at a rate for each address, and for any number of them the pair bounds guesses at an account.
 *
 * A bucket fills by one with each attempt, before the password is looked at, and drains with time; a success takes
 * its attempt out again.
 */

export interface LoginBucket {
  /** Attempts in a row that did not succeed. */
  readonly failures: number;
  /** How full it was at `atMs`. */
  readonly level: number;
  /** The last attempt. */
  readonly atMs: number;
  /** The first of these failures. */
  readonly sinceMs: number;
}

export interface LoginPolicy {
  /** Attempts in one go. */
  readonly burst: number;
  /** One more is possible after each such time, ms. */
  readonly everyMs: number;
  /** So many failures in a row lock for `lockMs` after the last one; null: there is no lock. */
  readonly lockAfter: number | null;
  readonly lockMs: number;
}

/**
 * `pair`: one account from one address; `browser`: one account with a browser that it was used with before; `guest`: a
 * browser that has an id, at accounts that it was not used with.
 */
export type LoginBucketKind = 'address' | 'guest' | 'account' | 'pair' | 'browser';

const minute = 60_000;
/** Failures this long ago are forgotten. */
const forgetMs = 60 * minute;

export const loginPolicies = {
  /** A whole contest site may share it: never locked, and only held to a rate. */
  address: { burst: 60, everyMs: 1000, lockAfter: null, lockMs: 0 },
  /** First logins with one browser, with any name. */
  guest: { burst: 10, everyMs: 5000, lockAfter: null, lockMs: 0 },
  /** Guesses from many addresses. Who used the account before from theirs does not meet it. */
  account: { burst: 100, everyMs: 3000, lockAfter: null, lockMs: 0 },
  /**
   * The same bucket for a browser with an id. A hundred addresses that guess fill it for moments, two thousand for
   * long, for the pair locks each; a password of eight random characters outlasts such guesses by far.
   */
  guestAccount: { burst: 1000, everyMs: 300, lockAfter: null, lockMs: 0 },
  /** The account was never used from there. */
  strangerPair: { burst: 5, everyMs: 10_000, lockAfter: 15, lockMs: 10 * minute },
  /** The account was never used from there, but others were: somebody there may log in for the first time. */
  sitePair: { burst: 10, everyMs: 5000, lockAfter: null, lockMs: 0 },
  /**
   * The account was used from there, perhaps by others than those who guess: people behind one router share an
   * address. A guess every second is too slow for a password of six characters, and leaves room for its owner.
   */
  knownPair: { burst: 20, everyMs: 1000, lockAfter: null, lockMs: 0 },
  browser: { burst: 10, everyMs: 5000, lockAfter: null, lockMs: 0 },
} as const satisfies Record<string, LoginPolicy>;

export interface Familiarity {
  /** The browser has an id of ours. */
  readonly hasBrowser: boolean;
  /** The account was used with this browser before. */
  readonly browser: boolean;
  /** The account was used from this address before. */
  readonly address: boolean;
  /** Some account was used from this address before. */
  readonly site: boolean;
}

/**
 * Where other accounts were used, nobody meets the account's: few addresses are such places, the pair bounds each, and
 * guesses from elsewhere must not keep a team out of its seat.
 */
function accountBuckets({ site, hasBrowser }: Familiarity): { kind: LoginBucketKind; policy: LoginPolicy }[] {
  if (site) return [];
  return [{ kind: 'account', policy: hasBrowser ? loginPolicies.guestAccount : loginPolicies.account }];
}

/** The buckets that an attempt meets, widest first: what a wide one refuses leaves no trace in the narrow ones. */
export function bucketsOf(known: Familiarity): { kind: LoginBucketKind; policy: LoginPolicy }[] {
  if (known.browser) return [{ kind: 'browser', policy: loginPolicies.browser }];
  if (known.address) return [{ kind: 'pair', policy: loginPolicies.knownPair }];
  return [
    known.hasBrowser
      ? { kind: 'guest', policy: loginPolicies.guest }
      : { kind: 'address', policy: loginPolicies.address },
    ...accountBuckets(known),
    { kind: 'pair', policy: known.site ? loginPolicies.sitePair : loginPolicies.strangerPair },
  ];
}

export type LoginDecision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'wait' | 'locked'; readonly untilMs: number; readonly failures: number };

/** May an attempt be made now? One that is refused must not be counted: hammering would keep the door closed for ever. */
export function decide(bucket: LoginBucket | null, nowMs: number, policy: LoginPolicy): LoginDecision {
  if (bucket === null || isForgotten(bucket, nowMs)) return { kind: 'allowed' };
  const { failures, atMs } = bucket;
  if (policy.lockAfter !== null && failures >= policy.lockAfter && nowMs < atMs + policy.lockMs)
    return { kind: 'locked', untilMs: atMs + policy.lockMs, failures };
  const tooFull = levelAt(bucket, nowMs, policy) + 1 - policy.burst;
  if (tooFull <= roundingError) return { kind: 'allowed' };
  return { kind: 'wait', untilMs: Math.ceil(nowMs + tooFull * policy.everyMs), failures };
}

/** The bucket once an attempt has come, which counts as a failure until it has succeeded. */
export function withAttempt(bucket: LoginBucket | null, nowMs: number, policy: LoginPolicy): LoginBucket {
  if (bucket === null || isForgotten(bucket, nowMs))
    return { failures: 1, level: 1, atMs: nowMs, sinceMs: nowMs };
  return {
    failures: bucket.failures + 1,
    level: levelAt(bucket, nowMs, policy) + 1,
    // Clocks may step back; a bucket does not.
    atMs: Math.max(nowMs, bucket.atMs),
    sinceMs: bucket.sinceMs,
  };
}

/**
 * A wide bucket once one of its attempts has succeeded. The others stay: who has an account could otherwise guess at all
 * others from the same address. (A narrow bucket is emptied.)
 */
export function withoutAttempt(bucket: LoginBucket): LoginBucket {
  return {
    ...bucket,
    failures: Math.max(0, bucket.failures - 1),
    level: Math.max(0, bucket.level - 1),
  };
}

/** Levels are sums of fractions. */
const roundingError = 1e-6;

function levelAt({ level, atMs }: LoginBucket, nowMs: number, { everyMs }: LoginPolicy): number {
  return Math.max(0, level - Math.max(0, nowMs - atMs) / everyMs);
}

function isForgotten({ atMs }: LoginBucket, nowMs: number): boolean {
  return nowMs - atMs >= forgetMs;
}
