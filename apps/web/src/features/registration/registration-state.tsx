import { Button } from '@mantine/core';
import type { OwnRegistration } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { Name } from '../../components/name.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ownRegistrationQuery } from './registration-queries.ts';
import styles from './registration.module.css';

/** What became of a registration. */
export function RegistrationState(props: { ticket: string; onAnother: () => void }): ReactNode {
  const { ticket, onAnother } = props;
  const query = useQuery({ ...ownRegistrationQuery(ticket), retry: false });
  const another = (
    <Button variant="default" size="compact-sm" onClick={onAnother}>
      Register another team
    </Button>
  );
  if (query.error instanceof ApiError && query.error.code === 'REGISTRATION_UNKNOWN')
    return (
      <Section title="Registration" actions={another}>
        <ErrorNotice error={query.error} />
      </Section>
    );
  return (
    <QueryView query={query}>
      {(registration) => (
        <Section title="Registration" actions={another}>
          <State of={registration} />
          <Facts
            facts={[
              ['Team', <Name key="team" of={registration.team} />],
              ['Group', registration.groupName],
              ['Organisation', registration.organisation ?? 'none'],
              ['Members', registration.members.join(', ')],
              ['Username', registration.username],
            ]}
          />
          <p className={styles.address}>
            This browser finds the page again. Elsewhere, use its address: who has it can read what is here.{' '}
            <CopyButton text={`${window.location.origin}/register#${ticket}`} what="the address" />
          </p>
        </Section>
      )}
    </QueryView>
  );
}

function State({ of: { state, username, reason } }: { of: OwnRegistration }): ReactNode {
  switch (state) {
    case 'pending':
      return (
        <Notice kind="info" title="Your registration waits for the organisers">
          This page says when they have decided. Keep your password: nobody else has it.
        </Notice>
      );
    case 'approved':
      return (
        <Notice kind="info" title="Your team takes part">
          <Link to="/login">Log in</Link> as <strong>{username}</strong> with your password.
        </Notice>
      );
    case 'rejected':
      return (
        <Notice kind="warning" title="The organisers have rejected your registration">
          {reason}
        </Notice>
      );
  }
}
