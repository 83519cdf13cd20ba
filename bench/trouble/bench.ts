/**
 * A judgehost made unhealthy for real, in one way after another, while it judges: how long until the alarm is raised,
 * whether verdicts given in that time are marked, how long until recovery is seen.
 */
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { rounded } from '../lib/statistics.ts';
import { noCamera } from './camera.ts';
import { openEmulatedEnvironment } from './machine.ts';
import { isQuiet, suffer, type Outcome } from './trial.ts';
import { troubles, type Trouble } from './troubles.ts';
import { openLocalEnvironment, type Environment } from './environment.ts';
import { Watcher } from './watcher.ts';

export const bench: Bench = {
  name: 'trouble',
  summary: 'a judgehost made unhealthy in six ways: the alarm, the marks on verdicts, the recovery',
  run,
};

/** Troubles of the quick form, unless SANDGLASS_TROUBLE names others (with commas): they need nothing but this process’s rights and are over soon. */
const quickNames = ['frozen', 'stuck'];
/**
 * How long a fresh environment may take, its own alarms being silent, until no alarm is raised; the quick form does not
 * wait.
 */
const quietMs = 60_000;

async function run({ quick, save = false, progress }: BenchOptions): Promise<BenchReport> {
  const picked = process.env['SANDGLASS_TROUBLE']?.split(',');
  // One table, of one machine and one evening: rows of different ones would look alike.
  if (save && (quick || picked !== undefined))
    throw new Error('--save keeps the table of all troubles: not with --quick, not with SANDGLASS_TROUBLE');
  const names = troubles.map(({ name }) => name);
  const wanted = picked ?? (quick ? quickNames : names);
  for (const name of wanted)
    if (!names.includes(name))
      throw new Error(`SANDGLASS_TROUBLE: there is no trouble "${name}"; there are: ${names.join(', ')}`);
  const rows: Row[] = [];
  for (const trouble of troubles.filter(({ name }) => wanted.includes(name))) {
    progress(`${trouble.name}: ${trouble.what}`);
    const row = await tried(trouble, { quick, save, progress });
    progress(`  ${JSON.stringify(row)}`);
    rows.push(row);
  }
  return { name: 'trouble', machine: describeMachine(), figures: figuresOf(rows), rows };
}

/** Words in place of a figure: it was not tried, or not seen in time. */
interface Row extends Record<string, string | number> {
  trouble: string;
  rang: string;
  'alarm s': number | string;
  'judged meanwhile': number | string;
  marked: number | string;
  'recovery s': number | string;
}

function figuresOf(rows: readonly Row[]): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const row of rows) {
    for (const key of ['alarm s', 'recovery s'] as const) {
      const value = row[key];
      if (typeof value === 'number')
        figures[`${row.trouble.replace('-', '_')}_${key.replace(' ', '_')}`] = value;
    }
  }
  const alarms = rows.map((row) => row['alarm s']).filter((value) => typeof value === 'number');
  if (alarms.length > 0) figures['slowest_alarm_s'] = Math.max(...alarms);
  return figures;
}

async function tried(trouble: Trouble, options: Required<BenchOptions>): Promise<Row> {
  const missing = await trouble.missing();
  if (missing !== null) return notTried(trouble, missing);
  // Awaited here: what is opened below is closed when this function ends.
  if (trouble.where === 'here') {
    await using environment = await openLocalEnvironment();
    return await inEnvironment(trouble, environment, () => trouble.begin(environment), options);
  }
  await using environment = await openEmulatedEnvironment(options.progress);
  return await inEnvironment(trouble, environment, () => trouble.begin(environment), options);
}

async function inEnvironment(
  trouble: Trouble,
  environment: Environment,
  begin: () => Promise<() => Promise<void>>,
  { quick, save, progress }: Required<BenchOptions>,
): Promise<Row> {
  const why = save ? noCamera() : 'not asked for';
  if (save && why !== null) progress(`  no picture: ${why}`);
  await using watcher = await Watcher.open(environment, (line) => progress(`  ${line}`));
  if (!(await isQuiet(trouble.raises, watcher)))
    return notTried(trouble, 'this machine is not quiet enough, its alarm is raised already');
  if (!quick && !(await watcher.silence(undefined, quietMs))) {
    progress(
      `  not quiet: ${watcher
        .raised()
        .map(({ text }) => text)
        .join(' ')}`,
    );
    if (!(await watcher.silence(trouble.raises, 0)))
      return notTried(trouble, 'this machine is not quiet enough, its alarm is raised already');
  }
  const lastsMs = quick ? 0 : trouble.lastsMs;
  return rowOf(
    trouble,
    await suffer(trouble, environment, watcher, begin, { picture: why === null, lastsMs }),
  );
}

function rowOf({ name }: Trouble, { rang, alarmMs, judged, marked, recoveredMs }: Outcome): Row {
  return {
    trouble: name,
    rang: rang === null ? 'nothing' : `${rang.rule}: ${rang.text}`,
    'alarm s': rang === null ? 'not in time' : rounded(alarmMs / 1000, 1),
    'judged meanwhile': judged,
    marked,
    'recovery s': recoveredMs === null ? 'not in time' : rounded(recoveredMs / 1000, 1),
  };
}

function notTried({ name }: Trouble, why: string): Row {
  const rang = `not tried: ${why}`;
  return { trouble: name, rang, 'alarm s': '–', 'judged meanwhile': '–', marked: '–', 'recovery s': '–' };
}
