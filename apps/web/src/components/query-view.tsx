import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { ErrorNotice } from './notice.tsx';
import { Page } from './page.tsx';
import { SkeletonLines, SkeletonPage } from './skeletons.tsx';

/**
 * A part of a page that needs one query: skeleton, failure with "try again", or content.
 * Old data stays on the screen when a refetch fails; the banner shows the state of the connection.
 * Not-found and refused are the page's business: they are thrown to the error boundary.
 */
export function QueryView<Data>(props: {
  query: UseQueryResult<Data>;
  skeleton?: ReactNode;
  /** Where it is a whole page, not a part of one: what the page is called until its content says more. */
  page?: string;
  /** What is below it comes at a distance, until the content has its own. */
  apart?: boolean;
  children: (data: Data) => ReactNode;
}): ReactNode {
  const { query, skeleton, page, apart = false, children } = props;
  if (query.data !== undefined) return children(query.data);
  const style = { marginBottom: apart ? '1.25rem' : undefined };
  if (query.isPending) {
    if (page !== undefined) return <SkeletonPage />;
    return <div style={style}>{skeleton ?? <SkeletonLines />}</div>;
  }
  if (query.error instanceof ApiError && [403, 404].includes(query.error.status)) throw query.error;
  const failure = (
    <div style={{ ...style, display: 'grid', gap: '0.75rem', justifyItems: 'start' }}>
      <ErrorNotice error={query.error} />
      <Button variant="default" onClick={() => void query.refetch()} loading={query.isFetching}>
        Try again
      </Button>
    </div>
  );
  return page === undefined ? failure : <Page title={page}>{failure}</Page>;
}
