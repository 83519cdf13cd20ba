import { type SubmissionSummary, submissionSummarySchema } from '@sandglass/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { request } from '../../api/client.ts';
import { applyLiveMessage } from '../../live/live-cache.ts';
import type { PanelPlace } from './kept-form.ts';
import { type Sending, type SubmitBody, forgetOutcome, onSending, sendFrom, sendingOf } from './sending.ts';

/** What is on its way from a panel. */
export function useSending(place: PanelPlace): Sending {
  return useSyncExternalStore(onSending, () => sendingOf(place));
}

export interface Submitting extends Sending {
  /** Null when it failed (see `error`), was already on its way, or a later press has taken its place. */
  submit: (body: SubmitBody) => Promise<SubmissionSummary | null>;
  /** What became of it was seen. */
  clear: () => void;
}

export function useSubmit(place: PanelPlace): Submitting {
  const client = useQueryClient();
  const sending = useSending(place);
  const clear = useCallback(() => forgetOutcome(place), [place]);
  const submit = useCallback(
    (body: SubmitBody) =>
      sendFrom(place, body, async (json, signal) => {
        const { contest } = place;
        const summary = await request(
          submissionSummarySchema,
          `/api/contests/${encodeURIComponent(contest)}/submissions`,
          { method: 'POST', json, signal },
        );
        applyLiveMessage(client, contest, { type: 'submission', seq: 0, submission: summary });
        return summary;
      }),
    [client, place],
  );
  return { ...sending, submit, clear };
}
