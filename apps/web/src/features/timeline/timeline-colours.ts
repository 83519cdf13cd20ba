/** Colours of the chart, from the tokens of the page: canvas knows no CSS variables. */
import { gapStep, type TaskInterval, verdictIds } from '@sandglass/contracts';
import { verdictMeanings } from '../../components/verdict/verdict-classes.ts';
import type { Colouring } from './timeline-search.ts';
import { problemColour } from './problem-colours.ts';
import type { IntervalPart } from './interval-parts.ts';

export interface Palette {
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly row: string;
  readonly paper: string;
  readonly wait: string;
  readonly compile: string;
  readonly sand: string;
  readonly sandSoft: string;
  readonly accent: string;
  readonly danger: string;
  readonly verdicts: Readonly<Record<string, string>>;
  readonly gaps: readonly string[];
  readonly problem: (label: string) => string;
}

/** @param problems the labels that are known, whose colours follow from all of them */
export function readPalette(
  element: Element,
  { problems }: { readonly problems: readonly string[] },
): Palette {
  const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark';
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(`--sg-${name}`).trim();
  const classes = [...new Set(Object.values(verdictMeanings).map(({ className }) => className)), 'pending'];
  return {
    ink: of('ink'),
    soft: of('ink-soft'),
    line: of('line'),
    row: of('idle'),
    paper: of('surface'),
    wait: of('line-strong'),
    compile: of('compiling'),
    sand: of('sand'),
    sandSoft: of('sand-soft'),
    accent: of('accent'),
    danger: of('danger'),
    verdicts: Object.fromEntries(classes.map((name) => [name, of(`v-${name}`)])),
    gaps: [of('v-accepted'), of('v-accepted'), of('v-wall'), of('v-time'), of('v-wrong')],
    problem: (label) => problemColour(label, problems, isDark ? 'dark' : 'light'),
  };
}

/** `gap`: its step. */
type Coloured = Pick<TaskInterval, 'verdict' | 'problem' | 'state'> & { gap: number | null };

const gapNames = ['gap 0', 'gap 1', 'gap 2', 'gap 3', 'gap 4'] as const;

/** What something is drawn as: a part of a task, a verdict, a gap by its step, a problem. The legend explains these names. */
export function nameOf({ verdict, problem, state, gap }: Coloured, colouring: Colouring): string {
  if (colouring === 'gap') return gap === null ? 'running' : (gapNames[gap] ?? 'running');
  if (colouring === 'problem') return problem === null ? 'running' : `problem ${problem}`;
  return state === 'failed' ? 'JE' : (verdict ?? 'running');
}

/** @param what part of the interval it is */
export function nameOfPart(what: IntervalPart['what'], interval: TaskInterval, colouring: Colouring): string {
  if (what === 'waiting' || what === 'compiling') return what;
  // By problem it has its colour from the beginning, the others are not known yet.
  if (what === 'running' && colouring !== 'problem') return what;
  const { verdict, gapUs } = typeof what === 'string' ? { ...interval, gapUs: interval.maxGapUs } : what;
  const state = typeof what === 'string' ? interval.state : 'done';
  const gap = gapUs === null ? null : gapStep(gapUs);
  return nameOf({ verdict, gap, problem: interval.problem, state }, colouring);
}

export function colourOfName(name: string, palette: Palette): string {
  if (name === 'waiting') return palette.wait;
  if (name === 'compiling') return palette.compile;
  if (name.startsWith('gap ')) return palette.gaps[Number(name.slice(4))] ?? palette.soft;
  if (name.startsWith('problem ')) return palette.problem(name.slice(8));
  const verdict = verdictIds.find((id) => id === name);
  return (
    palette.verdicts[verdict === undefined ? 'pending' : verdictMeanings[verdict].className] ?? palette.soft
  );
}
