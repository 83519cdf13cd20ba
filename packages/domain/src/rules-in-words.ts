/** The rules of a contest as sentences, for those who compete. Each is true of the contest as it is now. */
import type { ContestRules, SubmissionWindow } from '@sandglass/contracts';
import { verdictName } from './verdict.ts';

export interface RulesInWords {
  readonly penaltyMinutes: number;
  readonly chargeCompileErrors: boolean;
  readonly rules: ContestRules;
  /** Name of a language by its id. */
  readonly languageName: (id: string) => string;
}

export function rulesInWords({
  penaltyMinutes,
  chargeCompileErrors,
  rules,
  languageName,
}: RulesInWords): string[] {
  const { tieBreak, penaltyUnit, lateSubmissions, submissionRate } = rules;
  return [
    `A solved problem costs its ${penaltyUnit} from the start, plus ${count(penaltyMinutes, 'minute')} for each rejected try before it.`,
    chargeCompileErrors ? 'Compile errors count as rejected tries.' : 'Compile errors cost nothing.',
    tieInWords({ tieBreak, penaltyUnit }),
    ...(submissionRate ?? []).map(windowInWords),
    ...(lateSubmissions === 'refused' ? [] : [late[lateSubmissions]]),
    ...Object.entries(rules.remap).map(
      ([from, to]) => `${verdictName(from as keyof typeof rules.remap)} is shown as ${verdictName(to)}.`,
    ),
    ...Object.entries(rules.timeFactors)
      .filter(([id, factor]) => factor !== 1 && (rules.languages?.includes(id) ?? true))
      .map(([id, factor]) => `Time limits are multiplied by ${factor} for ${languageName(id)}.`),
    ...(rules.compileOutput === 'always' ? [] : [compiler[rules.compileOutput]]),
    ...(rules.sampleOutputs ? ['You see what your program wrote for the samples.'] : []),
  ];
}

/** Which of two teams with equal problems and penalty is first. */
export function tieInWords(rules: Pick<ContestRules, 'tieBreak' | 'penaltyUnit'>): string {
  return ties[rules.tieBreak](rules.penaltyUnit);
}

const ties: Readonly<Record<ContestRules['tieBreak'], (unit: ContestRules['penaltyUnit']) => string>> = {
  'last-solve': (unit) =>
    `Of teams with equal problems and penalty, the one with the earlier last solve is first, in whole ${unit}.`,
  'run-time': () =>
    'Of teams with equal problems and penalty, the one whose accepted programs used less CPU time is first.',
  none: () => 'Teams with equal problems and penalty share a rank.',
};

const late = {
  'too-late': 'Submissions after the end are judged, but do not count, and their verdicts are not shown.',
  judged: 'Submissions after the end are judged, but do not count.',
} as const;

const compiler = {
  never: 'What the compiler says is not shown.',
  'on-error': 'What the compiler says is shown for programs that do not compile.',
} as const;

function windowInWords(window: SubmissionWindow): string {
  const much = count(window.count, 'submission');
  return window.seconds === 'contest'
    ? `A team may make ${much} in the whole contest.`
    : `A team may make ${much} within ${span(window.seconds)}.`;
}

/** In the largest unit that has no rest. */
function span(seconds: number): string {
  if (seconds % 3600 === 0) return count(seconds / 3600, 'hour');
  return seconds % 60 === 0 ? count(seconds / 60, 'minute') : count(seconds, 'second');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
