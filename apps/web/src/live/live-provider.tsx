import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, use, useEffect, useMemo, useState } from 'react';
import { applyLiveMessage, catchUp, refetchUnfinished } from './live-cache.ts';
import { seqOfPage } from '../api/first-answers.ts';
import { LiveConnection, type LiveState } from './live-connection.ts';
import { throttledByType } from './throttle.ts';

const LiveContext = createContext<LiveState>('closed');

/** Longest time a changed scoreboard waits, so that a burst of verdicts makes one request. */
const scoreboardEveryMs = 700;

/**
 * The contest's one live stream, shared by everything below.
 * @param viewer changes when somebody logs in or out: the stream shows what *they* may see.
 */
export function LiveProvider(props: {
  contestId: string | null;
  viewer: string;
  children: ReactNode;
}): ReactNode {
  const { contestId, viewer, children } = props;
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('closed');

  useEffect(() => {
    if (contestId === null) return undefined;
    const receive = throttledByType(scoreboardEveryMs, (message) =>
      applyLiveMessage(client, contestId, message),
    );
    const connection = new LiveConnection({
      url: `/api/contests/${encodeURIComponent(contestId)}/live`,
      after: seqOfPage(contestId),
      onMessage: receive.push,
      onState: setState,
      onOpen: (continued) => {
        if (continued) refetchUnfinished(client, contestId);
        else catchUp(client, contestId);
      },
    });
    return () => {
      receive.stop();
      connection.close();
      setState('closed');
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another viewer needs another stream
  }, [client, contestId, viewer]);

  return <LiveContext value={useMemo(() => state, [state])}>{children}</LiveContext>;
}

export function useLiveState(): LiveState {
  return use(LiveContext);
}
