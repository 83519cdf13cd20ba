import { Button } from '@mantine/core';
import { Link, type ErrorComponentProps, SearchParamError, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError, NetworkError, messageOf } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { Page } from '../components/page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Thrown by a route that the account may not open. */
export class AccessError extends Error {
  constructor(whose: string) {
    super(`This page is for ${whose}. Log in with an account that may see it.`);
    this.name = 'AccessError';
  }
}

/** What a page shows when it cannot be shown: refused, gone, offline, or broken by a fault of ours. */
export function ErrorPage({ error }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage detail={error.message} />;

  const refused = error instanceof AccessError || (error instanceof ApiError && error.status === 403);
  const senseless = error instanceof SearchParamError;
  const title = refused
    ? 'Not for this account'
    : senseless
      ? 'This address is not valid'
      : error instanceof NetworkError
        ? 'No connection'
        : 'This page cannot be shown';
  const reference = error instanceof ApiError ? error.requestId : null;

  async function again(): Promise<void> {
    await queryClient.resetQueries({ predicate: (query) => query.state.status === 'error' });
    await router.invalidate();
  }

  return (
    <Page title={title} width="reading">
      <p role="alert">{messageOf(error)}</p>
      {reference === null ? null : (
        <p>
          Give the organisers this reference: <code>{reference}</code>
        </p>
      )}
      <div style={{ display: 'flex', gap: '0.75rem', marginTop: '1.5rem' }}>
        {refused || senseless ? null : <Button onClick={() => void again()}>Try again</Button>}
        <Button component={Link} to="/" variant="default">
          To the contests
        </Button>
      </div>
    </Page>
  );
}
