import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Name } from '../../components/name.tsx';
import { focusPlace } from '../../lib/focus-back.ts';
import { formatClock } from '../../lib/format.ts';
import { formatInstant, serverTimeOf } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSilence } from '../../live/silence.ts';
import { contestsQuery } from '../contests/contest-queries.ts';
import { contestTime } from '../contests/contest-time.ts';
import { Legend } from './legend.tsx';
import { useAutomaticScrolling } from './use-automatic-scrolling.ts';
import styles from './full-screen.module.css';

/** So long after the last move of the pointer its buttons disappear. */
const buttonsMs = 3000;

/** The scoreboard for a hall: nothing else on the screen, larger letters, and it scrolls automatically. */
export function FullScreen(props: {
  contestId: string;
  frozen: boolean;
  /** Cells are hatched. */
  withHidden: boolean;
  /** What is below must not be seen by a hall: it was not asked for, or the freeze has begun since. */
  secret: boolean;
  onSecret: () => void;
  onLeave: () => void;
  children: ReactNode;
}): ReactNode {
  const { contestId, frozen, secret, children } = props;
  const [scrolls, setScrolls] = useState(true);
  const hall = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(props.onLeave);
  const hide = useEffectEvent(props.onSecret);
  const buttons = useButtonsInSight();
  useAutomaticScrolling(scrolls, () => setScrolls(false));

  useEffect(() => {
    if (secret) hide();
  }, [secret]);

  useEffect(() => {
    const root = document.documentElement;
    root.dataset['hall'] = '';
    // The button that was pressed has gone.
    focusPlace(hall.current);
    const byKey = (event: KeyboardEvent): void => {
      // In the browser's full screen the browser takes this key, and says so by the event below.
      if (event.key === 'Escape' && !event.defaultPrevented) leave();
    };
    const byBrowser = (): void => {
      if (document.fullscreenElement === null) leave();
    };
    document.addEventListener('keydown', byKey);
    document.addEventListener('fullscreenchange', byBrowser);
    return () => {
      document.removeEventListener('keydown', byKey);
      document.removeEventListener('fullscreenchange', byBrowser);
      delete root.dataset['hall'];
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
    };
  }, []);

  return (
    <div ref={hall} className={frozen ? `${styles.hall} ${styles.frozen}` : styles.hall}>
      <header className={styles.head}>
        <Title contestId={contestId} withHidden={props.withHidden} />
      </header>
      {secret ? null : children}
      <div className={buttons ? `${styles.buttons} ${styles.inSight}` : styles.buttons}>
        <Button variant="default" onClick={() => setScrolls(!scrolls)} aria-pressed={scrolls}>
          {scrolls ? 'Stop scrolling' : 'Scroll automatically'}
        </Button>
        <Button variant="default" onClick={() => leave()}>
          Leave full screen
        </Button>
      </div>
    </div>
  );
}

/** The header of the other pages is not there: what a hall wants of it. */
function Title({ contestId, withHidden }: { contestId: string; withHidden: boolean }): ReactNode {
  const contest = useQuery(contestsQuery).data?.find(({ id }) => id === contestId);
  const now = useNow();
  const silentSince = useSilence();
  if (contest === undefined) return <h1 className={styles.title}>Scoreboard</h1>;
  const { phase, remainingMs } = contestTime(contest, now);
  return (
    <>
      <div className={styles.words}>
        <h1 className={styles.title}>
          <Name className={styles.name} of={contest.name} />
        </h1>
        <div className={styles.legend} data-if-room>
          <Legend withHidden={withHidden} />
        </div>
      </div>
      {silentSince === null ? null : (
        <strong className={styles.silent} role="status">
          As of {formatInstant(serverTimeOf(silentSince))}. The server does not answer.
        </strong>
      )}
      <span className={styles.clock}>
        {phase === 'ended' || phase === 'finalized' ? (
          'over'
        ) : (
          <>
            {phase === 'before' ? 'starts in ' : ''}
            <b>{formatClock(remainingMs)}</b>
            {phase === 'before' ? '' : ' left'}
          </>
        )}
      </span>
    </>
  );
}

function useButtonsInSight(): boolean {
  const [inSight, setInSight] = useState(true);
  useEffect(() => {
    let timer = setTimeout(() => setInSight(false), buttonsMs);
    const moved = (): void => {
      clearTimeout(timer);
      setInSight(true);
      timer = setTimeout(() => setInSight(false), buttonsMs);
    };
    window.addEventListener('pointermove', moved, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', moved);
    };
  }, []);
  return inSight;
}
