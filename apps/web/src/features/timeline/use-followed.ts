import type { TaskInterval } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { submissionIntervalsQuery } from './timeline-queries.ts';
import type { IntervalStore } from './interval-store.ts';
import { type IntervalsOfOne, submissionsNamed } from './submissions-named.ts';

const none: readonly TaskInterval[] = [];

export interface Followed {
  /** Of one submission, the oldest first. */
  readonly intervals: readonly TaskInterval[];
  /** All submissions of this name; the one that is followed is the first. */
  readonly named: readonly IntervalsOfOne[];
  /** The api is being asked for what is not drawn. */
  readonly asking: boolean;
  readonly error: unknown;
}

/**
 * What slots did for one submission: as far as it is drawn interval by interval, and what the api knows of it at any other time.
 * That is drawn as well, above the steps of its time.
 * @param name its number or id, or the end of its id; empty: none is followed
 * @param contest whose submission it is where several have the name
 * @returns null: none is
 */
export function useFollowed(
  name: string,
  contest: string | undefined,
  store: IntervalStore,
): Followed | null {
  const ofAll = useQuery(submissionIntervalsQuery(name, undefined));
  // The answer for all is short of the oldest ones where a submission was judged very often.
  const ofContest = useQuery(submissionIntervalsQuery(name, contest));
  const asked = useMemo(
    () => unique([...(ofAll.data ?? none), ...(ofContest.data ?? none)]),
    [ofAll.data, ofContest.data],
  );
  // What the stream sends of an interval is newer.
  const named = submissionsNamed(unique([...asked, ...store.ofSubmission(name)]), contest);
  const submission = named[0]?.[0].submissionId;
  const toDraw = useMemo(
    () => asked.filter(({ submissionId }) => submissionId === submission),
    [asked, submission],
  );
  useEffect(() => {
    store.follow(toDraw);
  }, [store, toDraw]);
  if (name === '') return null;
  return {
    intervals: named[0] ?? none,
    named,
    asking: ofAll.isLoading || ofContest.isLoading,
    error: ofAll.error ?? ofContest.error,
  };
}

/** The last one of each. */
function unique(intervals: readonly TaskInterval[]): TaskInterval[] {
  return [...new Map(intervals.map((interval) => [interval.id, interval])).values()];
}
