import { liveMessageSchema } from '@sandglass/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applyLiveMessage, catchUp, refetchUnfinished } from './live-cache.ts';
import { seqOfPage } from '../api/preloaded-data.ts';
import { SseClient } from './sse-client.ts';
import { throttledByType } from './throttle.ts';

/** Longest time a changed scoreboard waits, so that a burst of verdicts makes one request. */
const scoreboardEveryMs = 700;
/** Over this time the readings of all pages are spread: five hundred homes ask after one verdict. */
const scoreboardSpreadMs = 1000;

/**
 * The contest's one live stream, which keeps the cache of every page current.
 * @param viewer changes when somebody logs in or out: the stream shows what *they* may see.
 */
export function ContestStream({ contestId, viewer }: { contestId: string | null; viewer: string }): null {
  const client = useQueryClient();

  useEffect(() => {
    if (contestId === null) return undefined;
    const receive = throttledByType({ everyMs: scoreboardEveryMs, spreadMs: scoreboardSpreadMs }, (message) =>
      applyLiveMessage(client, contestId, message),
    );
    const connection = new SseClient({
      name: 'contest',
      url: () => `/api/contests/${encodeURIComponent(contestId)}/live`,
      schema: liveMessageSchema,
      after: seqOfPage(contestId),
      onMessage: receive.push,
      onOpen: (continued) => {
        if (continued) refetchUnfinished(client, contestId);
        else catchUp(client, contestId);
      },
    });
    return () => {
      receive.stop();
      connection.close();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another viewer needs another stream
  }, [client, contestId, viewer]);

  return null;
}
