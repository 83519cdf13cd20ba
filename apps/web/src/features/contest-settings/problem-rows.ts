/** The problems of a contest in a form: their order, labels, colours and limits. */
import type { ChangeContestRequest, ContestState } from '@sandglass/contracts';

export interface ProblemRow {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly colour: string;
  /** In seconds and MiB, as they are typed; empty: as the package says. */
  readonly timeLimit: number | string;
  readonly memory: number | string;
  /** Of the package; null: not known before it is saved. */
  readonly packageLimits: ContestState['problems'][number]['packageLimits'] | null;
}

export function rowsOf(problems: ContestState['problems']): ProblemRow[] {
  return problems.map(({ id, name, label, colour, timeLimitMs, memoryMiB, packageLimits }) => ({
    id,
    name,
    label,
    colour,
    timeLimit: timeLimitMs === null ? '' : timeLimitMs / 1000,
    memory: memoryMiB ?? '',
    packageLimits,
  }));
}

export function problemsOf(rows: readonly ProblemRow[]): NonNullable<ChangeContestRequest['problems']> {
  return rows.map(({ id, label, colour, timeLimit, memory }) => ({
    problem: id,
    label: label.trim(),
    colour,
    timeLimitMs: timeLimit === '' ? null : Math.round(Number(timeLimit) * 1000),
    memoryMiB: memory === '' ? null : Number(memory),
  }));
}

/** The row one place up (−1) or down (1), with its label: labels belong to places. */
export function moved(rows: readonly ProblemRow[], index: number, by: -1 | 1): ProblemRow[] {
  const [one, other] = [rows[index], rows[index + by]];
  if (one === undefined || other === undefined) return [...rows];
  return rows.map((row, at) => {
    if (at === index) return { ...other, label: one.label };
    return at === index + by ? { ...one, label: other.label } : row;
  });
}

/** Colours of balloons that look different; after the last one the first comes again. */
const palette = [
  '#d1495b',
  '#2e86ab',
  '#f2b134',
  '#3fa34d',
  '#8e5bb5',
  '#e76f24',
  '#1b998b',
  '#f06eaa',
  '#7a4b2a',
  '#5c6b73',
  '#a3c644',
  '#003f88',
] as const;

/** A problem more, with the next letter and the first colour that none has. */
export function withProblem(
  rows: readonly ProblemRow[],
  { id, name }: { id: string; name: string },
): ProblemRow[] {
  const [labels, colours] = [rows.map(({ label }) => label), rows.map(({ colour }) => colour)];
  const letters = Array.from({ length: 26 }, (_none, at) => String.fromCodePoint(65 + at));
  const label = letters.find((letter) => !labels.includes(letter)) ?? `P${rows.length + 1}`;
  const colour =
    palette.find((one) => !colours.includes(one)) ?? palette[rows.length % palette.length] ?? '#5c6b73';
  return [...rows, { id, name, label, colour, timeLimit: '', memory: '', packageLimits: null }];
}
