import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { keepTicket, knownTicket, registrationOfferQuery } from './registration-queries.ts';
import { RegistrationForm } from './registration-form.tsx';
import { RegistrationState } from './registration-state.tsx';

/** A team registers itself, and sees what became of it. */
export function RegisterPage(): ReactNode {
  const [ticket, setTicket] = useState(knownTicket);
  const offer = useQuery(registrationOfferQuery);
  const keep = (next: string | null): void => {
    keepTicket(next);
    setTicket(next);
  };
  return (
    <Page title="Register a team" width="reading">
      {ticket === null ? (
        <QueryView query={offer}>
          {(offered) =>
            offered.groups.length === 0 ? (
              <EmptyState title="No team can be registered now">
                The organisers open the registration, and close it.
              </EmptyState>
            ) : (
              <Section title="Your team">
                <RegistrationForm offer={offered} onRegistered={keep} />
              </Section>
            )
          }
        </QueryView>
      ) : (
        <RegistrationState ticket={ticket} onAnother={() => keep(null)} />
      )}
    </Page>
  );
}
