/** Colours of the chart, from the tokens of the page: canvas knows no CSS variables. */
import { gapStep, type TaskSpan } from '@sandglass/contracts';
import { verdictMeanings } from '../../components/verdict/verdict-classes.ts';
import type { Colouring } from './density-search.ts';
import { problemColour } from './problem-colours.ts';
import type { SpanPart } from './span-parts.ts';
import type { SpanStore } from './span-store.ts';

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
  readonly problem: (label: string) => string;
}

/** @param problems what is known of them */
export function readPalette(element: Element, { problems }: Pick<SpanStore, 'problems'>): Palette {
  const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark';
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
    problem: (label) => problemColour(label, problems, isDark ? 'dark' : 'light'),
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
    return what.problem === null ? palette.soft : palette.problem(what.problem);
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
