import { Button, TextInput } from '@mantine/core';
import type { TaskInterval } from '@sandglass/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import { useTick } from '../../lib/use-tick.ts';
import { WatchTabs } from '../alarms/watch-tabs.tsx';
import { useCurrentContest } from '../contests/use-current-contest.ts';
import { shortAge } from '../judgehosts/figures.ts';
import { TimelineChart } from './timeline-chart.tsx';
import { TimelineLegend } from './timeline-legend.tsx';
import { type Colouring, colourings, timeInAddress, timeOfAddress, windows } from './timeline-search.ts';
import { QueueText } from './queue-text.tsx';
import { FollowedIntervals } from './followed-intervals.tsx';
import { around, type ShownTime } from './shown-time.ts';
import { IntervalCard } from './interval-card.tsx';
import { useFollowed } from './use-followed.ts';
import { useIntervals } from './use-intervals.ts';
import styles from './timeline-page.module.css';

/** A chart that is dragged or zoomed is written to the address when it has not moved for so long, ms. */
const settleMs = 300;

/** What every slot of every host did over the last minutes and hours, and how long the queue was in that time. */
export function TimelinePage(): ReactNode {
  const search = useSearch({ from: '/member/jury/timeline' });
  const navigate = useNavigate();
  const colouring: Colouring = search.colour ?? 'verdict';
  const [begin] = useState(() => timeOfAddress(search, Date.now()));
  const [windowMs, setWindow] = useState(begin.windowMs);
  const [until, setUntil] = useState(begin.until);
  const [hover, setHover] = useState<{ interval: TaskInterval; x: number; y: number } | null>(null);
  const [shown, setShown] = useState<readonly string[]>([]);
  const intervals = useIntervals(search.minutes, windowMs, until);
  const { store, queue, offsetMs, error, loading, stepMs, moreRuns } = intervals;
  const now = useTick(500) + offsetMs;
  const follow = search.follow ?? '';
  // A number is meant in the contest that people look at, until they choose another one.
  const current = useCurrentContest();
  const followed = useFollowed(follow, search.contest ?? current?.id, store);

  function change(next: Partial<typeof search>): void {
    void navigate({ to: '/timeline', search: { ...search, ...next }, replace: true, resetScroll: false });
  }
  function followOne({ submissionNumber, contestId }: TaskInterval): void {
    change({ follow: `#${submissionNumber}`, contest: contestId });
  }
  function show(time: ShownTime): void {
    setUntil(time.until);
    setWindow(time.windowMs);
  }
  useEffect(() => {
    const time = timeInAddress(windowMs, until);
    if (time.minutes === search.minutes && time.until === search.until) return undefined;
    const timer = setTimeout(() => {
      void navigate({ to: '/timeline', search: { ...search, ...time }, replace: true, resetScroll: false });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [navigate, search, windowMs, until]);

  return (
    <Page title="Slot timeline" width="wide" actions={<WatchTabs />}>
      <div className={styles.bar}>
        <Segments
          size="xs"
          aria-label="How much time is shown"
          value={String(windows.find((minutes) => minutes * 60_000 === windowMs) ?? '')}
          data={windows.map((minutes) => ({
            value: String(minutes),
            label: minutes < 60 ? `${minutes} min` : `${minutes / 60} h`,
          }))}
          onChange={(value) => setWindow(Number(value) * 60_000)}
        />
        <Segments
          size="xs"
          aria-label="Coloured by"
          value={colouring}
          data={colourings.map((value) => ({ value, label: value }))}
          onChange={(value) => change({ colour: value === 'verdict' ? undefined : value })}
        />
        <Button
          size="compact-sm"
          variant={until === null ? 'default' : 'filled'}
          onClick={() => setUntil(until === null ? now : null)}
        >
          {until === null ? 'Pause' : 'Resume'}
        </Button>
        <TextInput
          className={styles.follow}
          size="xs"
          aria-label="Follow a submission"
          placeholder="Follow: #123"
          data-search
          value={follow}
          onChange={(event) => change({ follow: event.currentTarget.value || undefined, contest: undefined })}
        />
        <QueueText queue={queue} />
      </div>
      {error === null ? null : <ErrorNotice error={error} />}
      {error !== null && store.rows.length === 0 ? null : !loading && store.rows.length === 0 ? (
        <EmptyState title="No judgehost has slots yet">
          The chart begins when a judgehost registers.
        </EmptyState>
      ) : (
        <TimelineChart
          store={store}
          busy={loading}
          offsetMs={offsetMs}
          windowMs={windowMs}
          until={until}
          colouring={colouring}
          followed={followed === null ? null : new Set(followed.intervals.map(({ id }) => id))}
          onMove={show}
          onShown={setShown}
          onHover={(interval, at) => setHover(interval === null ? null : { interval, ...at })}
          onPick={followOne}
        />
      )}
      {hover === null ? null : <IntervalCard {...hover} now={now} />}
      <TimelineLegend shown={shown} problems={store.problems} />
      {stepMs === null ? null : (
        <p className={styles.hint}>
          There are too many judge tasks to draw each of them: older ones are shown in steps of{' '}
          {shortAge(stepMs)}, paler where the slot was busy for less of the step. Zoom in to see each task.
        </p>
      )}
      {stepMs === null && moreRuns ? (
        <p className={styles.hint}>
          There were too many tests to draw all of them. Zoom in to see each test.
        </p>
      ) : null}
      {followed === null ? null : (
        <FollowedIntervals
          followed={followed}
          now={now}
          seen={{ from: (until ?? now) - windowMs, until: until ?? now }}
          onChoose={followOne}
          onShow={({ from, to }) => show(around(from, to ?? now, now, windowMs))}
        />
      )}
    </Page>
  );
}
