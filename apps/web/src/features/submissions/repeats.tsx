import type { Judging } from '@sandglass/contracts';
import { groupBy } from '@sandglass/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Section } from '../../components/page.tsx';
import { Verdict, meaningOf, verdictColourClass } from '../../components/verdict/verdict.tsx';
import { formatCount, formatLimitMs, formatMicroseconds, plural } from '../../lib/format.ts';
import { rejudgingQuery } from '../rejudgings/rejudging-queries.ts';
import { repeatsLink } from '../rejudgings/rejudging-text.ts';
import { type JudgingFigures, type RepeatGroup, figuresOf } from './judging-figures.ts';
import styles from './repeats.module.css';

const bins = 48;

/** The repeats of one rejudging: which verdicts came out, and how its times spread. */
export function Repeats(props: {
  contestId: string;
  group: RepeatGroup;
  shown: Judging | null;
  onShow: (id: string) => void;
}): ReactNode {
  const { contestId, group, shown, onShow } = props;
  const { judgings } = group;
  const rejudging = useQuery(rejudgingQuery(contestId, group.rejudgingId)).data;
  const verdicts = [
    ...groupBy(
      judgings.filter(({ verdict }) => verdict !== null),
      ({ verdict }) => verdict,
    ),
  ];
  const done = judgings.filter(({ state }) => state === 'done').length;
  const cancelled = judgings.filter(({ state }) => state === 'cancelled').length;
  const open = judgings.length - done - cancelled;
  return (
    <Section
      title={`Judged ${done === judgings.length ? '' : `${done} of `}${judgings.length} times`}
      actions={
        <Link
          to="/contests/$contest/rejudgings/$rejudging"
          params={{ contest: contestId, rejudging: group.rejudgingId }}
        >
          {repeatsLink(rejudging?.state)}
        </Link>
      }
    >
      <p className={styles.sum}>
        {verdicts.map(([verdict, all]) => (
          <span key={verdict}>
            <strong>{formatCount(all.length)} ×</strong> <Verdict verdict={verdict} />
          </span>
        ))}
        {open > 0 ? <span className={styles.open}>{plural(open, 'repeat')} pending</span> : null}
        {cancelled > 0 ? (
          <span className={styles.open}>{plural(cancelled, 'repeat')} cancelled before a verdict</span>
        ) : null}
        {verdicts.length > 1 ? <span className={styles.flaky}>flaky: repeats disagree</span> : null}
      </p>
      <div className={styles.plots}>
        <Dots
          {...{ judgings, shown, onShow }}
          title="Wall"
          of={({ wallUs }) => wallUs}
          limit={({ wallUs }) => wallUs}
        />
        <Dots
          {...{ judgings, shown, onShow }}
          title="CPU"
          of={({ cpuUs }) => cpuUs}
          limit={({ cpuUs }) => cpuUs}
        />
      </div>
    </Section>
  );
}

/** A histogram whose bars are made of the repeats themselves: each dot is one, and can be looked at. */
function Dots(props: {
  judgings: readonly Judging[];
  shown: Judging | null;
  onShow: (id: string) => void;
  title: string;
  of: (figures: JudgingFigures) => number;
  limit: (limits: Judging['limits']) => number;
}): ReactNode {
  const { judgings, shown, onShow, title, of, limit } = props;
  const measured = judgings.flatMap((judging) => {
    const figures = figuresOf(judging);
    return figures === null ? [] : { judging, us: of(figures) };
  });
  if (measured.length === 0) return null;
  const limitUs = Math.max(...judgings.map(({ limits }) => limit(limits)));
  const most = Math.max(...measured.map(({ us }) => us));
  // Where all of them stay far below the limit its line would push them into a corner.
  const near = most > limitUs / 4;
  const end = (near ? Math.max(limitUs, most) : most * 1.25) * 1.04;
  const binOf = (us: number): number => Math.min(bins - 1, Math.floor((us / end) * bins));
  const stacked = [...groupBy(measured, ({ us }) => binOf(us)).entries()];
  const tallest = Math.max(...stacked.map(([, all]) => all.length));
  const least = Math.min(...measured.map(({ us }) => us));
  return (
    <figure className={styles.figure}>
      <figcaption>
        <strong>{title}</strong> {formatMicroseconds(least)} to {formatMicroseconds(most)}, limit{' '}
        {formatLimitMs(limitUs / 1000)}
      </figcaption>
      <div className={styles.plot} style={{ height: `${Math.max(tallest, 3) * 13 + 4}px` }}>
        {near ? <span className={styles.limit} style={{ left: `${(limitUs / end) * 100}%` }} /> : null}
        {stacked.flatMap(([bin, all]) =>
          all.map(({ judging, us }, height) => (
            <button
              key={judging.id}
              type="button"
              className={`${styles.dot} ${verdictColourClass(judging.verdict)}`}
              style={{ left: `${((bin + 0.5) / bins) * 100}%`, bottom: `${height * 13 + 2}px` }}
              aria-pressed={judging.id === shown?.id}
              aria-label={`Repeat ${judging.repeat}: ${meaningOf(judging.verdict, judging.state).name}, ${title} ${formatMicroseconds(us)}`}
              title={`Repeat ${judging.repeat}: ${judging.verdict ?? 'pending'}, ${formatMicroseconds(us)}`}
              onClick={() => onShow(judging.id)}
            />
          )),
        )}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>0</span>
        <span>{formatMicroseconds(end / 2)}</span>
        <span>{formatMicroseconds(end)}</span>
      </div>
    </figure>
  );
}
