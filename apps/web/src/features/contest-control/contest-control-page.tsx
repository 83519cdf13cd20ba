import type { ContestControl } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { Ago, Instant } from '../../components/instant.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { focusHeading, focusIsNowhere, keepFocus } from '../../lib/focus-back.ts';
import { formatClock } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { contestTime, phaseText } from '../contests/contest-time.ts';
import { JuryTabs } from '../jury/jury-tabs.tsx';
import { AskedAction, type Asked } from './asked-action.tsx';
import { ClockButtons, ExtraTimeForm, ExtendForm, StartForm } from './clock-actions.tsx';
import { ContestPackage } from './contest-package.tsx';
import { controlQuery } from './control-queries.ts';
import { FinalResults } from './final-results.tsx';
import { History } from './history.tsx';
import { Pauses } from './pauses.tsx';
import { RemovedIntervals } from './removed-intervals.tsx';
import styles from './contest-control.module.css';

const route = getRouteApi('/member/contests/$contest/control');

/** One contest as those who run it need it: its clock now, and everything that changes it. */
export function ContestControlPage(): ReactNode {
  const { contest } = route.useParams();
  // What is written in the forms is meant for one contest.
  return <ControlOf key={contest} contest={contest} />;
}

function ControlOf({ contest }: { contest: string }): ReactNode {
  const query = useQuery(controlQuery(contest));
  const [asked, setAsked] = useState<Asked | null>(null);
  const section = useRef<Element | null>(null);
  const ask = (next: Asked): void => {
    section.current = document.activeElement?.closest('section') ?? null;
    setAsked(next);
  };
  return (
    <Page
      title="Run the contest"
      above={<JuryTabs contestId={contest} />}
      actions={<Link to="/admin">Administration</Link>}
    >
      <QueryView query={query}>
        {(control) => (
          <div className={styles.columns} ref={keepFocus}>
            <div className={styles.column}>
              <Section title="Clock">
                <ClockNow control={control} />
                <ClockButtons control={control} onAsk={ask} />
              </Section>
              <Section title="Start, end and extra time">
                <div className={styles.stack}>
                  <StartForm control={control} onAsk={ask} />
                  <ExtendForm onAsk={ask} />
                  <ExtraTimeForm control={control} onAsk={ask} />
                </div>
              </Section>
              <FinalResults control={control} />
              <RemovedIntervals control={control} onAsk={ask} />
            </div>
            <div className={styles.column}>
              <Pauses control={control} onAsk={ask} />
              <ContestPackage contest={contest} />
              <History lines={control.history} />
            </div>
          </div>
        )}
      </QueryView>
      <AskedAction
        contest={contest}
        state={query.data?.state}
        asked={asked}
        onClose={() => setAsked(null)}
        onGone={() => {
          // The button that opened it has gone with what it did.
          if (focusIsNowhere()) focusHeading(section.current);
        }}
      />
    </Page>
  );
}

function ClockNow({ control: { contest } }: { control: ContestControl }): ReactNode {
  const now = useNow();
  const time = contestTime(contest, now);
  const thawed = contest.thawsAt !== null && now >= Date.parse(contest.thawsAt);
  const before = time.phase === 'before';
  return (
    <div className={styles.now}>
      <div>
        <strong className={styles.phase}>{phaseText(time)}</strong>
        <span className={styles.clock} role="timer" aria-label="Time left">
          {formatClock(time.remainingMs)}
        </span>
        <span className={styles.quiet}>
          {before ? 'to the start' : `left of ${formatClock(time.durationMs)}`}
        </span>
      </div>
      <dl className={styles.times}>
        <TimeLine
          name="Start"
          at={contest.startsAt}
          unknown={before && time.stopped ? 'not set' : undefined}
        />
        <TimeLine name="Freeze" at={contest.freezesAt} />
        <TimeLine name="End" at={contest.endsAt} />
        <TimeLine
          name={thawed ? 'Thawed' : 'Thaw'}
          at={contest.thawsAt}
          unknown={contest.thawsAt === null ? 'by hand' : undefined}
        />
      </dl>
    </div>
  );
}

function TimeLine({
  name,
  at,
  unknown,
}: {
  name: string;
  at: string | null;
  unknown?: string | undefined;
}): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {unknown !== undefined || at === null ? (
          (unknown ?? 'none')
        ) : (
          <>
            <Instant at={at} />{' '}
            <small>
              <Ago at={at} />
            </small>
          </>
        )}
      </dd>
    </div>
  );
}
