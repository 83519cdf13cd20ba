import { Button, TextInput } from '@mantine/core';
import type { TaskSpan } from '@sandglass/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { OldNotice } from '../../components/old-notice.tsx';
import { Page } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import { useTick } from '../../lib/use-tick.ts';
import { isOld } from '../../live/monitor-stream.ts';
import { WatchTabs } from '../alarms/watch-tabs.tsx';
import { shortAge } from '../judgehosts/figures.ts';
import { DensityChart } from './density-chart.tsx';
import { DensityLegend } from './density-legend.tsx';
import { type Colouring, colourings, timeInAddress, timeOfAddress, windows } from './density-search.ts';
import { QueueWords } from './queue-words.tsx';
import { FollowedSpans } from './followed-spans.tsx';
import { around, type ShownTime } from './shown-time.ts';
import { SpanCard } from './span-card.tsx';
import { useFollowed } from './use-followed.ts';
import { useSpans } from './use-spans.ts';
import styles from './density-page.module.css';

/** A chart that is dragged or zoomed stands in the address when it stands still for so long, ms. */
const settleMs = 300;

/** What every slot of every host did over the last minutes and hours, and how long the queue was meanwhile. */
export function DensityPage(): ReactNode {
  const search = useSearch({ from: '/member/jury/density' });
  const navigate = useNavigate();
  const colouring: Colouring = search.colour ?? 'verdict';
  const [begin] = useState(() => timeOfAddress(search, Date.now()));
  const [windowMs, setWindow] = useState(begin.windowMs);
  const [until, setUntil] = useState(begin.until);
  const [hover, setHover] = useState<{ span: TaskSpan; x: number; y: number } | null>(null);
  const spans = useSpans(search.minutes, windowMs, until);
  const { store, queue, offsetMs, state, error, loading, stepMs, moreRuns } = spans;
  const now = useTick(500) + offsetMs;
  const follow = search.follow ?? '';
  const followed = useFollowed(follow, store);

  function change(next: Partial<typeof search>): void {
    void navigate({ to: '/density', search: { ...search, ...next }, replace: true, resetScroll: false });
  }
  function show(time: ShownTime): void {
    setUntil(time.until);
    setWindow(time.windowMs);
  }
  useEffect(() => {
    const time = timeInAddress(windowMs, until);
    if (time.minutes === search.minutes && time.until === search.until) return undefined;
    const timer = setTimeout(() => {
      void navigate({ to: '/density', search: { ...search, ...time }, replace: true, resetScroll: false });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [navigate, search, windowMs, until]);

  return (
    <Page title="Task density" width="wide" actions={<WatchTabs />}>
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
          {until === null ? 'Pause' : 'Go on live'}
        </Button>
        <TextInput
          className={styles.follow}
          size="xs"
          aria-label="Follow a submission"
          placeholder="Follow: end of a submission’s id"
          data-search
          value={follow}
          onChange={(event) => change({ follow: event.currentTarget.value || undefined })}
        />
        <QueueWords queue={queue} />
      </div>
      {isOld(state) ? <OldNotice what="Chart" missing={store.lanes.length === 0} /> : null}
      {error === null ? null : <ErrorNotice error={error} />}
      {error !== null && store.lanes.length === 0 ? null : !loading && store.lanes.length === 0 ? (
        <EmptyState title="No judgehost has slots yet">
          What its slots do is drawn here once one registers.
        </EmptyState>
      ) : (
        <DensityChart
          old={isOld(state)}
          store={store}
          busy={loading}
          offsetMs={offsetMs}
          windowMs={windowMs}
          until={until}
          colouring={colouring}
          followed={followed === null ? null : new Set(followed.spans.map(({ id }) => id))}
          onMove={show}
          onHover={(span, at) => setHover(span === null ? null : { span, ...at })}
          onPick={({ submissionId }) => change({ follow: submissionId.slice(-8) })}
        />
      )}
      {hover === null ? null : <SpanCard {...hover} now={now} />}
      <DensityLegend colouring={colouring} problems={store.problems} />
      {stepMs === null ? null : (
        <p className={styles.hint}>
          These are more pieces than can be drawn one by one: older ones are shown in steps of{' '}
          {shortAge(stepMs)}, the paler the less of it the slot was busy. Zoom in to see each. What is hatched
          is not known.
        </p>
      )}
      {stepMs === null && moreRuns ? (
        <p className={styles.hint}>
          There were too many tests to draw each by itself everywhere; look at a shorter time for all of them.
        </p>
      ) : null}
      {followed === null ? null : (
        <FollowedSpans
          followed={followed}
          now={now}
          seen={{ from: (until ?? now) - windowMs, until: until ?? now }}
          onShow={({ from, to }) => show(around(from, to ?? now, now, windowMs))}
        />
      )}
    </Page>
  );
}
