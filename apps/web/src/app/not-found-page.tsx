import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';

/** For addresses that no route knows. */
export function UnknownAddressPage(): ReactNode {
  return <NotFoundPage />;
}

export function NotFoundPage({ detail }: { detail?: string }): ReactNode {
  return (
    <Page title="Not found" width="reading">
      <EmptyState
        title="There is nothing at this address"
        action={
          <Button component={Link} to="/" mt="md">
            To the contests
          </Button>
        }
      >
        {detail ?? 'The address may be mistyped, or you may not see this page at the moment.'}
      </EmptyState>
    </Page>
  );
}
