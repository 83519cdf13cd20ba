import { type SubmissionSummary, type SubmitRequest, submissionSummarySchema } from '@sandglass/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { whenBack } from '../../api/when-back.ts';
import { applyLiveMessage } from '../../live/live-cache.ts';
import { randomUuid } from '../../lib/random-id.ts';

export interface Submitting {
  busy: boolean;
  error: unknown;
  /** Null when it failed (see `error`) or was already on its way. */
  submit: (body: Omit<SubmitRequest, 'idempotencyKey'>) => Promise<SubmissionSummary | null>;
  clear: () => void;
}

/**
 * Sends a submission once per press. When no answer came, the next press of the same content
 * repeats the same key: should the first have arrived after all, the api answers with it.
 */
export function useSubmit(contestId: string): Submitting {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const inFlight = useRef(false);
  const unanswered = useRef<{ content: string; key: string } | null>(null);

  async function submit(body: Omit<SubmitRequest, 'idempotencyKey'>): Promise<SubmissionSummary | null> {
    // State is set only after the next render; a second click may come before that.
    if (inFlight.current) return null;
    inFlight.current = true;
    setBusy(true);
    setError(null);
    const content = JSON.stringify(body);
    const key = unanswered.current?.content === content ? unanswered.current.key : randomUuid();
    unanswered.current = { content, key };
    try {
      const summary = await whenBack(() =>
        request(submissionSummarySchema, `/api/contests/${encodeURIComponent(contestId)}/submissions`, {
          method: 'POST',
          json: { ...body, idempotencyKey: key } satisfies SubmitRequest,
        }),
      );
      unanswered.current = null;
      applyLiveMessage(client, contestId, { type: 'submission', seq: 0, submission: summary });
      return summary;
    } catch (failure) {
      if (failure instanceof ApiError && failure.status < 500) unanswered.current = null;
      setError(failure);
      return null;
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }

  return { busy, error, submit, clear: () => setError(null) };
}
