import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { ErrorNotice } from './notice.tsx';
import { SkeletonLines } from './skeletons.tsx';

/**
 * A part of a page that stands on one query: skeleton, failure with "try again", or content.
 * Old data stays on the screen when a refetch fails; the banner tells about the connection.
 * Not-found and refused are the page's business: they are thrown to the error boundary.
 */
export function QueryView<Data>(props: {
  query: UseQueryResult<Data>;
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}): ReactNode {
  const { query, skeleton, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return skeleton ?? <SkeletonLines />;
  if (query.error instanceof ApiError && [403, 404].includes(query.error.status)) throw query.error;
  return (
    <div style={{ display: 'grid', gap: '0.75rem', justifyItems: 'start' }}>
      <ErrorNotice error={query.error} />
      <Button variant="default" onClick={() => void query.refetch()} loading={query.isFetching}>
        Try again
      </Button>
    </div>
  );
}
