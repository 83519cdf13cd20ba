import {
  type LoginRequest,
  type Role,
  type Session,
  type SessionAnswer,
  sessionAnswerSchema,
} from '@sandglass/contracts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { request, requestNothing, setCsrfRenewal, setCsrfToken } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { queryClient } from '../../api/query-client.ts';
import { setServerTime } from '../../lib/time.ts';

function accept(answer: SessionAnswer, at = Date.now()): Session | null {
  setServerTime(answer.serverTime, at);
  setCsrfToken(answer.session?.csrfToken ?? null);
  return answer.session;
}

export const sessionQuery = queryOptions({
  queryKey: keys.session(),
  queryFn: async ({ signal }) => {
    const before = queryClient.getQueryData<Session | null>(keys.session());
    let at = Date.now();
    const onAnswered = (when: number): void => void (at = when);
    const answer = await request(sessionAnswerSchema, '/api/session', { signal, onAnswered });
    const session = accept(answer, at);
    // Somebody else logged in, or out, in another tab: what is cached was for the one before.
    if (before !== undefined && before?.user.id !== session?.user.id) forgetEverything(session);
    return session;
  },
  refetchOnWindowFocus: 'always',
  staleTime: 5 * 60_000,
  gcTime: Infinity,
});

setCsrfRenewal(async () => {
  const before = queryClient.getQueryData(sessionQuery.queryKey)?.user.id;
  const after = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  return before !== undefined && after?.user.id === before;
});

/** Who is using this page; `null` is a visitor. The router loads it before anything is shown. */
export function useSession(): Session | null {
  return useSuspenseQuery(sessionQuery).data;
}

export function roleOf(session: Session | null): Role {
  return session?.user.role ?? 'public';
}

/** The jury's pages are for the admin too. */
export function isJury(session: Session | null): boolean {
  return session?.user.role === 'jury' || session?.user.role === 'admin';
}

export async function logIn(credentials: LoginRequest): Promise<void> {
  const answer = await request(sessionAnswerSchema, '/api/session', { method: 'POST', json: credentials });
  forgetEverything(accept(answer));
}

export async function logOut(): Promise<void> {
  await requestNothing('/api/session', { method: 'DELETE' });
  setCsrfToken(null);
  forgetEverything(null);
}

/** What one person may see must not be shown to the next. */
export function forgetEverything(session: Session | null): void {
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.session()[0] });
  queryClient.setQueryData(keys.session(), session);
}
