/** How a change of a contest is saved: what it would do is asked first, and shown where it is more than its words. */
import type { ChangeContestRequest, ContestChangeAnswer, FieldError } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { keys } from '../../api/keys.ts';
import { refetchContest } from '../../live/live-cache.ts';
import { changeContest } from '../contest-control/control-queries.ts';

/** With what a change is done. */
export interface Agreed {
  readonly reason: string;
  /** Of the answer that was seen. */
  readonly version: string;
  readonly confirm: boolean;
}

/** Sends a change. @param agreed null: it is only tried */
export type SendChange<Change> = (change: Change, agreed: Agreed | null) => Promise<ContestChangeAnswer>;

interface Asked<Change> {
  readonly change: Change;
  readonly answer: ContestChangeAnswer;
}

export interface ContestSaving<Change> {
  readonly save: (change: Change) => void;
  /** What is to be agreed to; null: nothing. */
  readonly asked: Asked<Change> | null;
  readonly agree: (reason: string) => void;
  readonly goBack: () => void;
  readonly isPending: boolean;
  readonly isSaved: boolean;
  readonly error: unknown;
  /** What is wrong with a field, to be shown there; null: nothing. */
  readonly errorOf: (field: string) => string | null;
  /** Those whose path begins so. */
  readonly errorsAt: (path: string) => readonly FieldError[];
  /** Of what was saved last. */
  readonly lastAnswer: ContestChangeAnswer | undefined;
}

/** Of those that PATCH takes. */
export function useContestSaving(contest: string, onSaved: () => void): ContestSaving<ChangeContestRequest> {
  return useSaving(contest, onSaved, (change, agreed) =>
    agreed === null
      ? changeContest(contest, change, 'dryRun')
      : changeContest(contest, { ...change, ...agreed }, 'apply'),
  );
}

/** @param onSaved what was typed is what the contest has now */
export function useSaving<Change>(
  contest: string,
  onSaved: () => void,
  send: SendChange<Change>,
): ContestSaving<Change> {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked<Change> | null>(null);
  const applying = useMutation({
    // What was not seen is not agreed to: the api refuses another version.
    mutationFn: ({ change, answer, reason }: Asked<Change> & { reason: string }) =>
      send(change, { reason, version: answer.version, confirm: answer.dangers.length > 0 }),
    onSuccess: () => {
      refetchContest(client, contest);
      void client.invalidateQueries({ queryKey: keys.contests() });
      void client.invalidateQueries({ queryKey: ['admin'] });
      setAsked(null);
      onSaved();
    },
    onError: (_error, { change }) => {
      refetchContest(client, contest);
      // Somebody else was faster: what is asked is what it would do now.
      if (asked !== null) trying.mutate(change);
    },
  });
  const trying = useMutation({
    mutationFn: (change: Change) => send(change, null),
    onSuccess: (answer, change) => {
      if (isHarmless(answer) && asked === null) applying.mutate({ change, answer, reason: '' });
      else setAsked({ change, answer });
    },
  });
  const error = applying.error ?? trying.error;
  return {
    save: (change) => {
      applying.reset();
      trying.mutate(change);
    },
    asked,
    agree: (reason) => {
      if (asked !== null) applying.mutate({ ...asked, reason });
    },
    goBack: () => {
      applying.reset();
      setAsked(null);
    },
    isPending: trying.isPending || applying.isPending,
    isSaved: applying.isSuccess,
    error,
    errorOf: (field) => (error instanceof ApiError ? error.field(field) : null),
    errorsAt: (path) =>
      error instanceof ApiError
        ? error.fields.filter((one) => one.path === path || one.path.startsWith(`${path}.`))
        : [],
    lastAnswer: applying.data,
  };
}

/** It does what it says, and nothing else. */
function isHarmless({ dangers, submissions, ranks }: ContestChangeAnswer): boolean {
  const { added, dropped, moved } = submissions;
  return dangers.length === 0 && ranks.length === 0 && added + dropped + moved === 0;
}
