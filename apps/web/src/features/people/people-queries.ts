import {
  accountsAnswerSchema,
  accountSessionsAnswerSchema,
  boundAccountsAnswerSchema,
  changedPeopleSchema,
  peopleSchema,
  registrationsAnswerSchema,
  type RegistrationState,
} from '@sandglass/contracts';
import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { request, requestNothing } from '../../api/client.ts';

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => request(peopleSchema, '/api/people', { signal }),
  staleTime: 5000,
});

export const accountsQuery = queryOptions({
  queryKey: ['people', 'accounts'],
  queryFn: async ({ signal }) =>
    (await request(accountsAnswerSchema, '/api/admin/accounts', { signal })).accounts,
  staleTime: 5000,
});

export const registrationsQuery = (state: RegistrationState) =>
  queryOptions({
    queryKey: ['people', 'registrations', state],
    queryFn: ({ signal }) =>
      request(registrationsAnswerSchema, '/api/admin/registrations', { signal, query: { state } }),
    staleTime: 2000,
    refetchInterval: 30_000,
  });

export const sessionsQuery = (account: string) =>
  queryOptions({
    queryKey: ['people', 'accounts', account, 'sessions'],
    queryFn: async ({ signal }) =>
      (await request(accountSessionsAnswerSchema, `/api/admin/accounts/${account}/sessions`, { signal }))
        .sessions,
    staleTime: 0,
  });

export const boundAccountsQuery = queryOptions({
  queryKey: ['people', 'bound'],
  queryFn: async ({ signal }) =>
    (await request(boundAccountsAnswerSchema, '/api/accounts/bindings', { signal })).accounts,
  staleTime: 2000,
});

type Fields = Readonly<Record<string, unknown>>;
export type SavedKind = 'teams' | 'organisations' | 'groups';

/** Makes one or changes it. Everything that shows people is read again. */
export function useSavePeople(
  kind: SavedKind,
  onSaved: () => void,
): UseMutationResult<unknown, Error, { id: string; fields: Fields }> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, fields }: { id: string; fields: Fields }) =>
      request(changedPeopleSchema, `/api/people/${kind}/${encodeURIComponent(id)}`, {
        method: 'PUT',
        json: fields,
      }),
    onSuccess: async () => {
      await client.invalidateQueries();
      onSaved();
    },
  });
}

export function useRemovePeople(
  kind: SavedKind,
  onRemoved: () => void,
): UseMutationResult<void, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      requestNothing(`/api/people/${kind}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: async () => {
      await client.invalidateQueries();
      onRemoved();
    },
  });
}
