import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { EffectiveWallLimit, WallLimitRuleBody, WallLimitRulesAnswer } from '@sandglass/contracts';
import { placeOnAxis, timeAtPlace } from '@sandglass/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import type { HistogramMark } from '../../components/time-histogram.tsx';
import { formatLimitMs, plural } from '../../lib/format.ts';
import { renew } from '../../live/renew.ts';
import { LimitEffects } from './limit-effects.tsx';
import { LimitPlot, PlotLegend, WaitingHosts } from './limit-plots.tsx';
import { limitsAt, scaleOf, storedRule } from './limit-scale.ts';
import { cutsOf, nextLimit, roundLimit, ruleFor } from './rule-of-slider.ts';
import { type Place, applyLimit, measurementsQuery, previewQuery } from './wall-limit-queries.ts';
import styles from './limit-editor.module.css';

const steps = 600;
/** The slider stands for no more: longer is a stopped contest. */
const longestUs = 60_000_000;

const directions: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
};

export interface LimitEditorProps {
  contestId: string;
  place: Place;
  rules: WallLimitRulesAnswer;
  limits: readonly EffectiveWallLimit[];
}

/** The histogram of what was measured with the slider below it, and what the new limit would do. */
export function LimitEditor({ contestId, place, rules, limits }: LimitEditorProps): ReactNode {
  const client = useQueryClient();
  const own = limitsAt(limits, place);
  const stored = storedRule(rules, contestId, place);
  const scale = scaleOf(own, rules, contestId, place);
  const cuts = cutsOf(own);
  const [wallUs, setWallUs] = useState<number | null>(null);
  const chosen = wallUs !== null && wallUs !== scale.wallUs ? wallUs : null;
  const rule = chosen === null ? null : ruleFor(chosen, scale, stored);
  const [settled] = useDebouncedValue(rule, 120);
  const measurements = useQuery(measurementsQuery(contestId, place));
  const preview = useQuery({ ...previewQuery(contestId, place, settled), enabled: settled !== null });
  const mutation = useMutation({
    mutationFn: (body: { rule: WallLimitRuleBody | null; rejudge: boolean }) =>
      applyLimit(contestId, {
        level: place.level,
        ...(place.id === undefined ? {} : { id: place.id }),
        ...body,
      }),
    onSuccess: () => {
      setWallUs(null);
      renew(client, keys.wallLimits(contestId));
      renew(client, keys.rejudgings(contestId));
    },
  });

  // Below the CPU limit no program could ever get TLE.
  const move = (us: number): void => setWallUs(Math.min(longestUs, Math.max(scale.cpuUs, us)));
  const marks: HistogramMark[] = [
    ...marksOf(
      cuts.map((cut) => cut.wallUs),
      'limit',
      'now',
    ),
    ...(chosen === null
      ? []
      : [{ us: chosen, label: `new ${formatLimitMs(chosen / 1000)}`, look: 'new' as const }]),
  ];
  const affected = preview.data === undefined ? 0 : preview.data.changes.length + preview.data.open.length;
  const cpuLimits = [...new Set(own.map(({ cpuUs }) => cpuUs))].sort((a, b) => a - b);

  return (
    <Section
      title={titleOf(own, place)}
      actions={
        <span className={styles.why}>{own[0]?.explanation === undefined ? '' : scale.explanation}</span>
      }
    >
      <QueryView query={measurements} skeleton={<SkeletonLines count={8} height={30} />}>
        {(measured) => (
          <div className={styles.columns}>
            <div className={styles.plots}>
              <LimitPlot kind="wall" title="Wall" measured={measured} marks={marks} height={120} />
              <label className={styles.slider}>
                <span className={styles.sliderName}>
                  Wall-time limit
                  {own.length > 1 && cpuLimits.length > 1
                    ? ` at a CPU limit of ${formatLimitMs(scale.cpuUs / 1000)}`
                    : ''}
                </span>
                <input
                  type="range"
                  min={0}
                  max={steps}
                  value={Math.round(placeOnAxis(chosen ?? scale.wallUs, measured.bins) * steps)}
                  aria-valuetext={formatLimitMs((chosen ?? scale.wallUs) / 1000)}
                  onKeyDown={(event) => {
                    const direction = directions[event.key];
                    if (direction === undefined) return;
                    event.preventDefault();
                    move(nextLimit(chosen ?? scale.wallUs, direction));
                  }}
                  onChange={(event) => {
                    const us = timeAtPlace(Number(event.currentTarget.value) / steps, measured.bins);
                    move(roundLimit(us));
                  }}
                />
              </label>
              <LimitPlot
                kind="cpu"
                title="CPU"
                measured={measured}
                marks={marksOf(cpuLimits, 'CPU limit', 'quiet')}
              />
              <LimitPlot
                kind="gap"
                title="Gap"
                measured={measured}
                marks={[{ us: Math.max(1, scale.wallUs - scale.cpuUs), label: 'room', look: 'quiet' }]}
              />
              <PlotLegend />
            </div>
            <aside className={styles.side} aria-label="What it would change">
              <div className={styles.value}>
                <input
                  type="number"
                  className={styles.number}
                  aria-label="Wall-time limit in seconds"
                  min={scale.cpuUs / 1e6}
                  max={longestUs / 1e6}
                  step={0.1}
                  value={(chosen ?? scale.wallUs) / 1e6}
                  onChange={(event) => {
                    const us = Math.round(Number(event.currentTarget.value) * 1e6);
                    if (us > 0) move(us);
                  }}
                />
                <span>s</span>
                {chosen === null ? null : (
                  <span className={styles.was}>
                    today {formatLimitMs(scale.wallUs / 1000)}
                    <Button variant="subtle" size="compact-xs" onClick={() => setWallUs(null)}>
                      Undo
                    </Button>
                  </span>
                )}
              </div>
              {chosen === null ? (
                <p className={styles.small}>
                  Today’s limit has cut{' '}
                  {plural(
                    measured.wall.killed.reduce((sum, one) => sum + one, 0),
                    'run',
                  )}
                  {measured.suspect > 0 ? `, ${plural(measured.suspect, 'run')} of them suspect` : ''}. Move
                  the slider to see what another one would change.
                </p>
              ) : (
                <>
                  <QueryView query={preview} skeleton={<SkeletonLines count={3} />}>
                    {(told) => <LimitEffects contestId={contestId} preview={told} inForce={own} />}
                  </QueryView>
                  <div className={styles.buttons}>
                    <Button
                      fullWidth
                      loading={mutation.isPending}
                      disabled={preview.data === undefined}
                      onClick={() => mutation.mutate({ rule, rejudge: affected > 0 })}
                    >
                      {affected === 0
                        ? 'Set it'
                        : `Set it and rejudge ${affected === 1 ? 'this one' : `these ${affected}`}`}
                    </Button>
                    {affected === 0 ? null : (
                      <Button
                        fullWidth
                        variant="subtle"
                        disabled={mutation.isPending}
                        onClick={() => mutation.mutate({ rule, rejudge: false })}
                      >
                        Set it without rejudging
                      </Button>
                    )}
                  </div>
                </>
              )}
              {chosen === null && stored !== null ? (
                <Button
                  variant="default"
                  loading={mutation.isPending}
                  onClick={() => mutation.mutate({ rule: null, rejudge: false })}
                >
                  Take this rule away
                </Button>
              ) : null}
              {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
              {mutation.data === undefined || chosen !== null ? null : (
                <Done contestId={contestId} of={mutation.data} />
              )}
              <WaitingHosts of={measured} />
            </aside>
          </div>
        )}
      </QueryView>
    </Section>
  );
}

function Done(props: {
  contestId: string;
  of: { rejudgingId: string | null; submissions: number; busy: number };
}): ReactNode {
  const { contestId, of } = props;
  return (
    <Notice kind="info" title="The limit is set.">
      {of.rejudgingId === null ? (
        'It counts for every judging that starts from now on.'
      ) : (
        <Link
          to="/contests/$contest/rejudgings/$rejudging"
          params={{ contest: contestId, rejudging: of.rejudgingId }}
        >
          {plural(of.submissions, 'submission is', 'submissions are')} being judged again
        </Link>
      )}
      {of.busy > 0 ? ` ${plural(of.busy, 'more is', 'more are')} in another open rejudging.` : ''}
    </Notice>
  );
}

function titleOf(own: readonly EffectiveWallLimit[], place: Place): string {
  if (place.level === 'problem') return `Problem ${own[0]?.label ?? ''}`;
  if (place.level === 'language') return `Language ${place.id ?? ''}`;
  return place.level === 'contest' ? 'All problems of this contest' : 'Everything, in every contest';
}

/** A line for each limit; where there are several, the last one tells from where to where they go. */
function marksOf(limitsUs: readonly number[], name: string, look: HistogramMark['look']): HistogramMark[] {
  const [least, most] = [limitsUs[0] ?? 0, limitsUs.at(-1) ?? 0];
  const words =
    least === most
      ? `${name} ${formatLimitMs(most / 1000)}`
      : `${name}s ${formatLimitMs(least / 1000)} – ${formatLimitMs(most / 1000)}`;
  return limitsUs.map((us) => ({ us, label: us === most ? words : '', look }));
}
