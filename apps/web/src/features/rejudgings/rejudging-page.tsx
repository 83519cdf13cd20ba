import type { Rejudging, RejudgingPreview } from '@sandglass/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { type Fact, Facts } from '../../components/facts.tsx';
import { Instant } from '../../components/instant.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Segments } from '../../components/segments.tsx';
import { formatCount, plural } from '../../lib/format.ts';
import { filterText, limitText } from './filter-text.ts';
import { RankChanges } from './rank-changes.tsx';
import { RejudgedList } from './rejudged-list.tsx';
import { RejudgingActions } from './rejudging-actions.tsx';
import { type RejudgedFilter, isOpen, rejudgingPreviewQuery, rejudgingQuery } from './rejudging-queries.ts';
import { RejudgingBar, RejudgingState } from './rejudging-state.tsx';
import { boardTitle, effectsTitle, pendingText, paceText } from './rejudging-text.ts';
import { VerdictMatrix } from './verdict-matrix.tsx';
import styles from './rejudging-page.module.css';

const route = getRouteApi('/member/jury/contests/$contest/rejudgings/$rejudging');

export function RejudgingPage(): ReactNode {
  const { contest, rejudging } = route.useParams();
  const query = useQuery(rejudgingQuery(contest, rejudging));
  return (
    <QueryView query={query} page="Rejudging">
      {(found) => <RejudgingView of={found} />}
    </QueryView>
  );
}

function RejudgingView({ of: rejudging }: { of: Rejudging }): ReactNode {
  const { contestId, id, judgings } = rejudging;
  const client = useQueryClient();
  const query = useQuery(rejudgingPreviewQuery(contestId, id));
  // While thousands are judged, what it would do is asked for in steps.
  const size = isOpen(rejudging) ? Math.max(1, Math.round(judgings.total / 50)) : 1;
  const stepOf = (judged: number): number => Math.floor(judged / size);
  const done = `${rejudging.state} ${stepOf(judgings.done)}`;
  const isBehind =
    query.data !== undefined &&
    (query.data.state !== rejudging.state || stepOf(query.data.judged) < stepOf(judgings.done));
  // Once for each step.
  const wanted = isBehind ? done : null;
  useEffect(() => {
    if (wanted === null) return;
    void client.invalidateQueries({ queryKey: rejudgingPreviewQuery(contestId, id).queryKey });
  }, [client, contestId, id, wanted]);
  return (
    <Page
      title={`Rejudging: ${rejudging.reason}`}
      width="wide"
      above={
        <Link to="/contests/$contest/rejudgings" params={{ contest: contestId }}>
          Rejudgings
        </Link>
      }
      heading={rejudging.reason}
      actions={<RejudgingActions of={rejudging} preview={query.data ?? null} />}
    >
      <RejudgingFacts of={rejudging} />
      <div className={styles.parts} data-live>
        {isOpen(rejudging) ? <Progress of={rejudging} /> : null}
        <QueryView query={query}>
          {(preview) => <Effects of={rejudging} preview={preview} done={done} />}
        </QueryView>
      </div>
    </Page>
  );
}

function RejudgingFacts({ of: one }: { of: Rejudging }): ReactNode {
  const facts: (Fact | false)[] = [
    ['State', <RejudgingState key="state" state={one.state} />],
    ['Submissions', `${formatCount(one.submissions)}${one.repeats > 1 ? `, ${one.repeats} times each` : ''}`],
    ['Filter', filterText(one.filter)],
    ['Created', <Made key="made" at={one.createdAt} by={one.createdBy} />],
    one.endedAt !== null && [
      one.state === 'applied' ? 'Applied' : 'Cancelled',
      <Made key="ended" at={one.endedAt} by={one.endedBy ?? 'the system'} />,
    ],
    one.autoApply && one.endedAt === null && ['Applied', 'automatically, when all are judged'],
    one.lazy !== null && ['Tests', one.lazy ? 'up to the first that fails' : 'all'],
    one.limits !== null && ['Own limits', limitText(one.limits)],
  ];
  return <Facts facts={facts} />;
}

function Made({ at, by }: { at: string; by: string | null }): ReactNode {
  return (
    <>
      <Instant at={at} precision="minutes" />
      {by === null ? '' : ` by ${by}`}
    </>
  );
}

function Progress({ of }: { of: Rejudging }): ReactNode {
  const { judgings, busy, incomplete } = of;
  const under = judgings.started - judgings.done;
  return (
    <section className={styles.progress} aria-label="Progress">
      <p className={styles.count}>
        <strong>{formatCount(judgings.done)}</strong> of {plural(judgings.total, 'judging')}
        <span>{paceText(of)}</span>
      </p>
      <RejudgingBar of={judgings} />
      <p className={styles.small}>
        {under > 0 ? `${formatCount(under)} running now` : 'None running at the moment'}
        {judgings.failed > 0 ? ` · ${plural(judgings.failed, 'judging error')}` : ''}
        {busy > 0 ? ` · ${plural(busy, 'submission')} left out: in another open rejudging` : ''}
      </p>
      {incomplete ? (
        <p className={styles.small}>
          The rejudging waits for judgings that were running when it was created, and may add some of them.
        </p>
      ) : null}
    </section>
  );
}

const kinds = [
  ['changed', 'Changed'],
  ['flaky', 'Flaky'],
  ['failed', 'Failed'],
  ['unchanged', 'Unchanged'],
  ['open', 'Pending'],
] as const;

function Effects(props: { of: Rejudging; preview: RejudgingPreview; done: string }): ReactNode {
  const { of: rejudging, preview, done } = props;
  const { counts } = preview;
  const { kind: asked, before, after } = route.useSearch();
  const navigate = route.useNavigate();
  const cell = before === undefined || after === undefined ? null : { before, after };
  const kind = asked ?? (counts.changed > 0 ? 'changed' : counts.open > 0 ? 'open' : 'unchanged');
  const filter: RejudgedFilter = cell === null ? { kind } : { kind: 'all', ...cell };
  const show = (search: Partial<RejudgedFilter>): void =>
    void navigate({ search, replace: true, resetScroll: false });
  const board = boardTitle(preview.state);
  const judgedNothing = counts.open === counts.submissions;

  return (
    <>
      {counts.failed > 0 ? (
        <Notice kind="warning">
          {plural(counts.failed, 'submission')} could not be judged:{' '}
          {counts.failed === 1 ? 'it keeps its' : 'they keep their'} old verdict.
        </Notice>
      ) : null}
      <div className={styles.columns}>
        <Section title={effectsTitle(preview.state)}>
          {judgedNothing ? (
            <p className={styles.small}>
              {preview.state === 'cancelled'
                ? 'Nothing: the rejudging was cancelled before its first verdict.'
                : 'Verdicts appear here as they arrive.'}
            </p>
          ) : (
            <>
              <p className={styles.sum}>
                <strong>{formatCount(counts.changed)}</strong> changed, {formatCount(counts.unchanged)}{' '}
                unchanged
                {rejudging.repeats > 1 ? (
                  <>
                    , <strong>{formatCount(counts.flaky)}</strong> flaky
                  </>
                ) : null}
                {pendingText(counts.open, preview.state)}
              </p>
              <VerdictMatrix matrix={preview.matrix} selected={cell} onSelect={(next) => show(next ?? {})} />
            </>
          )}
        </Section>
        {board === null ? null : (
          <Section title={board}>
            <RankChanges contestId={rejudging.contestId} preview={preview} />
          </Section>
        )}
      </div>
      <Section
        title="Submissions"
        actions={
          <Segments
            size="xs"
            className={styles.kinds}
            aria-label="Which submissions"
            value={cell === null ? kind : 'cell'}
            onChange={(value) => show({ kind: value as RejudgedFilter['kind'] })}
            data={[
              ...(cell === null ? [] : [{ value: 'cell', label: `${cell.before} → ${cell.after}` }]),
              ...kinds
                .filter(([name]) => counts[name] > 0 || name === kind)
                .map(([name, label]) => ({ value: name, label: `${label} ${formatCount(counts[name])}` })),
            ]}
          />
        }
      >
        <RejudgedList
          contestId={rejudging.contestId}
          id={rejudging.id}
          filter={filter}
          done={done}
          repeats={rejudging.repeats}
        />
      </Section>
    </>
  );
}
