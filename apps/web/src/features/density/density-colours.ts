/** Colours of the chart, from the tokens of the page: canvas knows no CSS variables. */
import { gapStep, type TaskSpan } from '@sandglass/contracts';
import { verdictMeanings } from '../../components/verdict/verdict-classes.ts';
import type { Colouring } from './density-search.ts';
import type { SpanPart } from './span-parts.ts';

export interface Palette {
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly lane: string;
  readonly paper: string;
  readonly wait: string;
  readonly compile: string;
  readonly sand: string;
  readonly sandSoft: string;
  readonly accent: string;
  readonly danger: string;
  readonly verdicts: Readonly<Record<string, string>>;
  readonly gaps: readonly string[];
  readonly problems: readonly string[];
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(`--sg-${name}`).trim();
  const classes = [...new Set(Object.values(verdictMeanings).map(({ className }) => className)), 'pending'];
  return {
    ink: of('ink'),
    soft: of('ink-soft'),
    line: of('line'),
    lane: of('sunken'),
    paper: of('surface'),
    wait: of('line-strong'),
    compile: of('accent'),
    sand: of('sand'),
    sandSoft: of('sand-soft'),
    accent: of('accent'),
    danger: of('danger'),
    verdicts: Object.fromEntries(classes.map((name) => [name, of(`v-${name}`)])),
    gaps: [of('v-accepted'), of('v-accepted'), of('v-wall'), of('v-time'), of('v-wrong')],
    problems: ['accepted', 'memory', 'runtime', 'time', 'output', 'wall', 'compile', 'wrong', 'other'].map(
      (name) => of(`v-${name}`),
    ),
  };
}

/** `gap`: its step. */
type Coloured = Pick<TaskSpan, 'verdict' | 'problem' | 'state'> & { gap: number | null };

export function colourOf(what: Coloured, colouring: Colouring, palette: Palette): string {
  if (colouring === 'gap') {
    return what.gap === null
      ? (palette.verdicts['pending'] ?? palette.soft)
      : (palette.gaps[what.gap] ?? palette.soft);
  }
  if (colouring === 'problem') {
    const { problem } = what;
    if (problem === null) return palette.soft;
    let sum = 0;
    for (const letter of problem) sum = sum * 26 + letter.charCodeAt(0) - 65;
    return palette.problems[Math.abs(sum) % palette.problems.length] ?? palette.soft;
  }
  if (what.state === 'failed') return palette.verdicts['judge'] ?? palette.danger;
  const className = what.verdict === null ? 'pending' : verdictMeanings[what.verdict].className;
  return palette.verdicts[className] ?? palette.soft;
}

/** @param what part of the span it is */
export function colourOfPart(
  what: SpanPart['what'],
  span: TaskSpan,
  colouring: Colouring,
  palette: Palette,
): string {
  if (what === 'waiting') return palette.wait;
  if (what === 'compiling') return palette.compile;
  // By problem it has its colour from the beginning, the others are not known yet.
  if (what === 'running' && colouring !== 'problem') return palette.verdicts['pending'] ?? palette.soft;
  const { verdict, gapUs } = typeof what === 'string' ? { ...span, gapUs: span.maxGapUs } : what;
  const state = typeof what === 'string' ? span.state : 'done';
  const gap = gapUs === null ? null : gapStep(gapUs);
  return colourOf({ verdict, gap, problem: span.problem, state }, colouring, palette);
}
