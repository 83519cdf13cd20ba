import {
  ownRegistrationSchema,
  registrationOfferSchema,
  registrationTicketHeader,
  registrationTicketSchema,
} from '@sandglass/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

export const registrationOfferQuery = queryOptions({
  queryKey: ['registration'],
  queryFn: ({ signal }) => request(registrationOfferSchema, '/api/registration', { signal }),
  staleTime: 10_000,
});

export const ownRegistrationQuery = (ticket: string) =>
  queryOptions({
    queryKey: ['registration', ticket],
    queryFn: ({ signal }) =>
      request(ownRegistrationSchema, '/api/registrations/own', {
        signal,
        headers: { [registrationTicketHeader]: ticket },
      }),
    refetchInterval: 15_000,
  });

const storageKey = 'sandglass-registration';

/** In the fragment of the address, which no server is sent; else what this browser has registered. */
export function knownTicket(): string | null {
  const found = [window.location.hash.slice(1), readStorage()].find(
    (one) => registrationTicketSchema.safeParse(one).success,
  );
  return found ?? null;
}

/** @param ticket null: another team is registered */
export function keepTicket(ticket: string | null): void {
  window.history.replaceState(window.history.state, '', `/register${ticket === null ? '' : `#${ticket}`}`);
  try {
    if (ticket === null) window.localStorage.removeItem(storageKey);
    else window.localStorage.setItem(storageKey, ticket);
  } catch {
    // A browser that keeps nothing has the address.
  }
}

function readStorage(): string {
  try {
    return window.localStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}
