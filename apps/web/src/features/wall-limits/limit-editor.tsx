import { Button } from '@mantine/core';
import type { EffectiveWallLimit, WallLimitRulesAnswer } from '@sandglass/contracts';
import { placeOnAxis, timeAtPlace } from '@sandglass/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import type { HistogramMark } from '../../components/time-histogram.tsx';
import { formatLimitMs } from '../../lib/format.ts';
import { withinBounds } from './limit-bounds.ts';
import { LimitDecision, LimitSet } from './limit-decision.tsx';
import { cutText } from './limit-text.ts';
import { LimitPlot, PlotLegend, WaitingHosts } from './limit-plots.tsx';
import { limitsAt, scaleOf, storedRule } from './limit-scale.ts';
import { inForceText } from './rule-text.ts';
import { overridden } from './overridden.ts';
import { cutsOf, nextLimit, roundLimit } from './slider-to-rule.ts';
import { SecondsField } from './seconds-field.tsx';
import { useLimitChoice } from './use-limit-choice.ts';
import { type Place, historyQuery, measurementsQuery } from './wall-limit-queries.ts';
import styles from './limit-editor.module.css';

const steps = 600;

const directions: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
};

export interface LimitEditorProps {
  contestId: string;
  place: Place;
  /** The same as the address names it. */
  named: Place;
  rules: WallLimitRulesAnswer;
  limits: readonly EffectiveWallLimit[];
}

/** The histogram of what was measured with the slider below it, and what the new limit would do. */
export function LimitEditor({ contestId, place, named, rules, limits }: LimitEditorProps): ReactNode {
  const own = limitsAt(limits, place);
  const stored = storedRule(rules, contestId, place);
  const scale = scaleOf(own, rules, contestId, place);
  const cuts = cutsOf(own);
  const chosen = useLimitChoice(contestId, place, scale, stored);
  const { choice, choose, setting } = chosen;
  const wallUs = typeof choice === 'number' ? choice : scale.wallUs;
  const history = useQuery(historyQuery(contestId)).data;
  const measurements = useQuery(measurementsQuery(contestId, named));
  const move = (us: number): void => choose(withinBounds(us, scale.cpuUs));
  const newLimits =
    choice === 'no rule'
      ? cutsOf(limitsAt(chosen.preview?.limits ?? [], place)).map((cut) => cut.wallUs)
      : choice === null
        ? []
        : [choice];
  const marks: HistogramMark[] = [
    ...marksOf(
      cuts.map((cut) => cut.wallUs),
      'limit',
      'now',
    ),
    ...marksOf(newLimits, newLimits.length > 1 ? 'new limit' : 'new', 'new'),
  ];
  const cpuLimits = [...new Set(own.map(({ cpuUs }) => cpuUs))].sort((a, b) => a - b);

  return (
    <Section
      title={titleOf(own, place)}
      actions={
        <span className={styles.why} title={scale.explanation}>
          {inForceText(place, { contestId, rules, limits }, history?.entries)}
        </span>
      }
    >
      <QueryView query={measurements} skeleton={<SkeletonLines count={8} height={30} />}>
        {(measured) => (
          <div className={styles.columns}>
            <div className={styles.plots} data-live>
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
                  value={Math.round(placeOnAxis(wallUs, measured.bins) * steps)}
                  aria-valuetext={formatLimitMs(wallUs / 1000)}
                  onKeyDown={(event) => {
                    const direction = directions[event.key];
                    if (direction === undefined) return;
                    event.preventDefault();
                    move(nextLimit(wallUs, direction));
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
                marks={[{ us: Math.max(1, scale.wallUs - scale.cpuUs), label: 'margin', look: 'quiet' }]}
              />
              <PlotLegend />
            </div>
            <aside className={styles.side} aria-label="Effects of the new limit">
              <div className={styles.value}>
                <SecondsField us={wallUs} cpuUs={scale.cpuUs} onChange={move} />
                <span>s</span>
                {choice === null ? null : (
                  <span className={styles.was}>
                    now {formatLimitMs(scale.wallUs / 1000)}
                    <Button variant="subtle" size="compact-xs" onClick={() => choose(null)}>
                      Undo
                    </Button>
                  </span>
                )}
              </div>
              {choice === null ? (
                <p className={styles.small}>
                  {cutText(measured)} Move the slider to see what another limit would change.
                </p>
              ) : (
                <LimitDecision
                  contestId={contestId}
                  of={chosen}
                  overridden={({ limits: after }) =>
                    overridden(place, rules, contestId, own, limitsAt(after, place))
                  }
                />
              )}
              {choice === null && stored !== null ? (
                <Button variant="default" onClick={() => choose('no rule')}>
                  Remove this rule…
                </Button>
              ) : null}
              {setting.isError ? <ErrorNotice error={setting.error} /> : null}
              {setting.data === undefined || choice !== null ? null : (
                <LimitSet contestId={contestId} of={setting.data} />
              )}
              <WaitingHosts of={measured} />
            </aside>
          </div>
        )}
      </QueryView>
    </Section>
  );
}

function titleOf(own: readonly EffectiveWallLimit[], place: Place): string {
  if (place.level === 'problem') return `Problem ${own[0]?.label ?? ''}`;
  if (place.level === 'language') return `Language ${place.id ?? ''}`;
  return place.level === 'contest' ? 'All problems of this contest' : 'Everything, in every contest';
}

/** A line for each limit; where there are several, the last one says from where to where they go. */
function marksOf(limitsUs: readonly number[], name: string, look: HistogramMark['look']): HistogramMark[] {
  const [least, most] = [limitsUs[0] ?? 0, limitsUs.at(-1) ?? 0];
  const words =
    least === most
      ? `${name} ${formatLimitMs(most / 1000)}`
      : `${name}s ${formatLimitMs(least / 1000)} – ${formatLimitMs(most / 1000)}`;
  return limitsUs.map((us) => ({ us, label: us === most ? words : '', look }));
}
