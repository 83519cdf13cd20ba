/** What a line of the history changed, from the two states that the audit log has. */
import { removedTimeSchema, type ContestControl } from '@sandglass/contracts';
import { z } from 'zod';
import { plural } from '../../lib/format.ts';
import type { Change, Value } from './history-change.ts';
import { problemChanges } from './problem-changes.ts';

type States = Readonly<Record<'before' | 'after', Readonly<Record<string, unknown>>>>;

const stateSchema = z.record(z.string(), z.unknown()).catch({});
const removedSchema = z.array(removedTimeSchema).catch([]);
const extraSchema = z.array(z.object({ team: z.string(), minutes: z.number() })).catch([]);

const instant =
  (without: string) =>
  (value: unknown): Value =>
    typeof value === 'string' ? { at: value } : { words: without };
const words = (value: unknown): Value => ({ words: typeof value === 'string' ? value : String(value) });

const settings: Readonly<Record<string, readonly [string, (value: unknown) => Value]>> = {
  name: ['Name', words],
  shortName: ['Short name', words],
  startsAt: ['Start', instant('none')],
  freezesAt: ['Freeze', instant('none')],
  endsAt: ['End', instant('none')],
  thawsAt: ['Thaw', instant('by hand')],
  activatesAt: ['Activation', instant('none')],
  deactivatesAt: ['Deactivation', instant('none')],
  public: ['Seen by', (value) => ({ words: value === true ? 'everybody' : 'its teams and organisers' })],
  image: ['Compilers', (value) => ({ words: typeof value === 'string' ? value : 'the judgehosts’ own' })],
  teamCount: ['Teams', (value) => ({ words: String(value) })],
  penaltyMinutes: ['Penalty', (value) => ({ words: plural(Number(value), 'minute') })],
  chargeCompileErrors: [
    'Compile errors',
    (value) => ({ words: value === true ? 'count as rejected tries' : 'cost nothing' }),
  ],
};

/** What is switched or locked is no change here: the line's own words have both. */
export function changesOf({ details }: Pick<ContestControl['history'][number], 'details'>): Change[] {
  const states: States = {
    before: stateSchema.parse(details['before']),
    after: stateSchema.parse(details['after']),
  };
  return [
    ...removedTime(states),
    ...settingsOf(states),
    ...rulesOf(states),
    ...problemChanges(states.before['problems'], states.after['problems']),
    ...extraTime(states),
  ];
}

function settingsOf({ before, after }: States): Change[] {
  return Object.entries(settings).flatMap(([key, [name, valueOf]]): Change[] =>
    key in before && key in after
      ? [{ name, from: valueOf(before[key]), sign: '→', to: valueOf(after[key]) }]
      : [],
  );
}

/** Rules one by one, by the names that a definition has. */
function rulesOf({ before, after }: States): Change[] {
  const [old, made] = [before, after].map((state) => stateSchema.parse(state['rules']));
  const text = (value: unknown): Value => ({
    words: typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'),
  });
  return Object.keys(made ?? {})
    .filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(made?.[name]))
    .map((name) => ({ name, from: text(old?.[name]), sign: '→', to: text(made?.[name]) }));
}

/** Intervals that one of the states has alone. */
function removedTime({ before, after }: States): Change[] {
  const [old, made] = [before, after].map((state) => removedSchema.parse(state['removedIntervals']));
  const alone = (name: string, of: typeof old = [], others: typeof old = []): Change[] =>
    of
      .filter(({ from, until }) => !others.some((one) => one.from === from && one.until === until))
      .map(({ from, until }) => ({ name, from: { at: from }, sign: '–', to: { at: until } }));
  return [...alone('Restored', old, made), ...alone('Removed', made, old)];
}

function extraTime({ before, after }: States): Change[] {
  const [old, made] = [before, after].map(
    (state) => new Map(extraSchema.parse(state['extraTimes']).map(({ team, minutes }) => [team, minutes])),
  );
  const minutesOf = (minutes: number | undefined): Value => ({
    words: minutes === undefined ? 'none' : plural(minutes, 'minute'),
  });
  return [...new Set([...(old?.keys() ?? []), ...(made?.keys() ?? [])])]
    .filter((team) => old?.get(team) !== made?.get(team))
    .map((team) => ({
      name: `Extra time of ${team}`,
      from: minutesOf(old?.get(team)),
      sign: '→',
      to: minutesOf(made?.get(team)),
    }));
}
