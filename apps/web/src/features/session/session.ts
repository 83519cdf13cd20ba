import {
  addressOfferSchema,
  loginOptionsSchema,
  type ChangePasswordRequest,
  type LoginRequest,
  type Role,
  type Session,
  type SessionAnswer,
  sessionAnswerSchema,
} from '@sandglass/contracts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import {
  request,
  requestNothing,
  setAccountChangedHandler,
  setCsrfRenewal,
  setCsrfToken,
  setPageAccount,
} from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { queryClient } from '../../api/query-client.ts';
import { onKeyChange, remember } from '../../lib/storage.ts';
import { setServerTime } from '../../lib/time.ts';
import { accountChange } from './account-change.ts';

/** By it the other tabs learn that somebody has logged in. */
const accountKey = 'account';

function sessionOf(answer: SessionAnswer, at = Date.now()): Session | null {
  setServerTime(answer.serverTime, at);
  return answer.session;
}

/** From now on the page is this person's: what it sends goes out in this name. */
function adopt(session: Session | null): void {
  accountChange.set(null);
  setCsrfToken(session?.csrfToken ?? null);
  setPageAccount(session?.user.id ?? null);
  if (session !== null) remember(accountKey, session.user.id);
}

export const sessionQuery = queryOptions({
  queryKey: keys.session(),
  queryFn: async ({ signal }) => {
    const before = queryClient.getQueryData<Session | null>(keys.session());
    let at = Date.now();
    const onAnswered = (when: number): void => void (at = when);
    const answer = await request(sessionAnswerSchema, '/api/session', { signal, onAnswered });
    const session = sessionOf(answer, at);
    const mustDecide = accountChange.get() !== null;
    if (before != null && session !== null && before.user.id !== session.user.id) {
      // Another tab has logged in with another account. The page stays as it is, and sends nothing, until its reader has
      // decided: what is written and chosen on it was not meant for the other name.
      accountChange.set(session);
      return before;
    }
    adopt(session);
    // Logged out in another tab, or in: what is cached was for the one before.
    if (before !== undefined && before?.user.id !== session?.user.id) forgetEverything(session);
    // The first account is back: in between everything was refused.
    else if (mustDecide) void refetchAll();
    return session;
  },
  refetchOnWindowFocus: 'always',
  staleTime: 5 * 60_000,
  gcTime: Infinity,
});

/** Asks who is logged in now. @returns whether it is still the one whose page this is */
async function isSameAccount(): Promise<boolean> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)?.user.id;
  const after = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  return before !== undefined && after?.user.id === before && accountChange.get() === null;
}

setCsrfRenewal(isSameAccount);
setAccountChangedHandler(() => void askWhoIsLoggedIn());

async function askWhoIsLoggedIn(): Promise<void> {
  try {
    await isSameAccount();
  } catch {
    // Without an answer the page stays as it is; the api refuses what it sends.
  }
}

/** A login in another tab is noticed at once, not only with the next request. */
export function watchOtherTabs(): void {
  onKeyChange(accountKey, () => void askWhoIsLoggedIn());
}

function refetchAll(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== keys.session()[0],
  });
}

/** Who is using this page; `null` is a visitor. The router loads it before anything is shown. */
export function useSession(): Session | null {
  return useSuspenseQuery(sessionQuery).data;
}

export function roleOf(session: Session | null): Role {
  return session?.user.role ?? 'public';
}

/** The jury's pages are for the admin too. */
/** Sees what the jury sees. */
export function isJury(session: Session | null): boolean {
  return session?.user.role === 'analyst' || mayChange(session);
}

/** Those who run the contest; an analyst reads what they read, and changes nothing. */
export function mayChange(session: Session | null): boolean {
  return session?.user.role === 'jury' || session?.user.role === 'admin';
}

/** Whether there can be submissions that this person may list. The api decides; this spares an empty page. */
export function listsSubmissions(session: Session | null): boolean {
  return session !== null && session.user.role !== 'balloon' && session.user.role !== 'printer';
}

export async function logIn(credentials: LoginRequest): Promise<void> {
  const answer = await request(sessionAnswerSchema, '/api/session', { method: 'POST', json: credentials });
  forgetEverything(sessionOf(answer));
}

/** Who may log in from here without a password. */
export const addressOfferQuery = queryOptions({
  queryKey: keys.addressOffer(),
  queryFn: ({ signal }) => request(addressOfferSchema, '/api/session/address', { signal }),
  staleTime: 0,
});

/** What the login page offers beside username and password. */
export const loginOptionsQuery = queryOptions({
  queryKey: keys.loginOptions(),
  queryFn: ({ signal }) => request(loginOptionsSchema, '/api/session/options', { signal }),
  staleTime: 0,
});

/** As the one whom a trusted proxy names. */
export async function logInByHeader(): Promise<void> {
  forgetEverything(sessionOf(await request(sessionAnswerSchema, '/api/session/header', { method: 'POST' })));
}

export async function logInByAddress(username: string): Promise<void> {
  const answer = await request(sessionAnswerSchema, '/api/session/address', {
    method: 'POST',
    json: { username },
  });
  forgetEverything(sessionOf(answer));
}

/** The session goes on; what was refused before is asked for again. */
export async function changePassword(change: ChangePasswordRequest): Promise<void> {
  const answer = await request(sessionAnswerSchema, '/api/session/password', { method: 'PUT', json: change });
  forgetEverything(sessionOf(answer));
}

export async function logOut(): Promise<void> {
  await requestNothing('/api/session', { method: 'DELETE' });
  forgetEverything(null);
}

/** What one person may see must not be shown to the next. */
export function forgetEverything(session: Session | null): void {
  adopt(session);
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.session()[0] });
  queryClient.setQueryData(keys.session(), session);
}
