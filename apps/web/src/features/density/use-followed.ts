import type { TaskSpan } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { submissionSpansQuery } from './density-queries.ts';
import type { SpanStore } from './span-store.ts';

const none: readonly TaskSpan[] = [];

export interface Followed {
  /** The oldest first. */
  readonly spans: readonly TaskSpan[];
  /** The api is being asked for what is not drawn. */
  readonly asking: boolean;
  readonly error: unknown;
}

/**
 * What slots did for one submission: as far as it is drawn span by span, and what the api knows of it at any other time.
 * That is drawn as well, above the steps of its time.
 * @param end of the submission's id; empty: none is followed
 * @returns null: none is
 */
export function useFollowed(end: string, store: SpanStore): Followed | null {
  const query = useQuery(submissionSpansQuery(end));
  const told = query.data;
  useEffect(() => {
    store.follow(told ?? none);
  }, [told, store]);
  if (end === '') return null;
  // What the stream tells of a span is newer.
  const byId = new Map([...(told ?? none), ...store.ofSubmission(end)].map((span) => [span.id, span]));
  return {
    spans: [...byId.values()].toSorted((a, b) => a.from - b.from),
    asking: query.isLoading,
    error: query.error,
  };
}
