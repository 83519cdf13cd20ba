/** What a line of the history changed of the problems: which there are, their order, labels, colours and limits. */
import { z } from 'zod';
import { formatLimitMs } from '../../lib/format.ts';
import type { Change, Value } from './history-change.ts';

const problemsSchema = z
  .array(
    z.object({
      id: z.string(),
      label: z.string(),
      colour: z.string().optional(),
      timeLimitMs: z.number().nullable().optional(),
      memoryMiB: z.number().nullable().optional(),
    }),
  )
  .catch([]);
type Problem = z.infer<typeof problemsSchema>[number];

const packages = 'as the package says';
const shown: readonly (readonly [string, (problem: Problem) => string | undefined])[] = [
  ['label', ({ label }) => label],
  ['colour', ({ colour }) => colour],
  ['time limit', ({ timeLimitMs }) => limit(timeLimitMs, formatLimitMs)],
  ['memory limit', ({ memoryMiB }) => limit(memoryMiB, (value) => `${value} MiB`)],
];

/** @param before as the audit log has it, for any version of it; what is paused is no change here */
export function problemChanges(before: unknown, after: unknown): Change[] {
  const [old, made] = [problemsSchema.parse(before), problemsSchema.parse(after)];
  const earlier = new Map(old.map((problem) => [problem.id, problem]));
  const ids = new Set(made.map(({ id }) => id));
  const change = (name: string, from: string, to: string): Change => ({
    name,
    from: words(from),
    sign: '→',
    to: words(to),
  });
  const kept = made.flatMap((problem) => {
    const was = earlier.get(problem.id);
    return was === undefined ? [] : [{ was, problem }];
  });
  const order = (problems: readonly Problem[], others: ReadonlySet<string> | ReadonlyMap<string, Problem>) =>
    problems
      .filter(({ id }) => others.has(id))
      .map(({ id }) => id)
      .join(', ');
  const [orderBefore, orderAfter] = [order(old, ids), order(made, earlier)];
  return [
    ...old
      .filter(({ id }) => !ids.has(id))
      .map(({ id, label }) => change(`Problem ${id}`, label, 'taken out')),
    ...made
      .filter(({ id }) => !earlier.has(id))
      .map(({ id, label }) => change(`Problem ${id}`, 'not in the contest', label)),
    ...kept.flatMap(({ was, problem }) =>
      shown.flatMap(([name, textOf]) => {
        const [from, to] = [textOf(was), textOf(problem)];
        return from === undefined || to === undefined || from === to
          ? []
          : [change(`${problem.label}, ${name}`, from, to)];
      }),
    ),
    ...(orderBefore === orderAfter ? [] : [change('Order', orderBefore, orderAfter)]),
  ];
}

const words = (text: string): Value => ({ words: text });

function limit(value: number | null | undefined, textOf: (value: number) => string): string | undefined {
  if (value === undefined) return undefined;
  return value === null ? packages : textOf(value);
}
