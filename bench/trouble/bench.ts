/**
 * A judgehost made sick for real, in one way after another, while it judges: how long until the alarm rings, whether
 * verdicts given meanwhile are marked, how long until recovery is seen.
 */
import type { Alarm } from '@sandglass/contracts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { rounded } from '../lib/statistics.ts';
import { noCamera, openCamera, type Camera } from './camera.ts';
import { troubles, type AdmittedWard, type Trouble } from './troubles.ts';
import { openAlarms, pause, pollMs } from './ward.ts';

export const bench: Bench = {
  name: 'trouble',
  summary: 'a judgehost made sick in six ways: the alarm, the marks on verdicts, the recovery',
  run,
};

/** Troubles of the quick form, unless SANDGLASS_TROUBLE names others (with commas): they need nothing but this process’s rights and are over soon. */
const quickNames = ['frozen', 'stuck'];
const ringsWithinMs = 30_000;
/** The gaps’ percentiles are of three minutes: that long the slow runs of a trouble are in them. */
const recoveryMs = 300_000;
/** How long a fresh ward may take until the trouble’s own alarms do not ring. */
const calmMs = 180_000;
/** And then until none does at all; the quick form does not wait for that. */
const quietMs = 60_000;

async function run({ quick, save = false, progress }: BenchOptions): Promise<BenchReport> {
  const wanted = process.env['SANDGLASS_TROUBLE']?.split(',') ?? (quick ? quickNames : null);
  const rows: Row[] = [];
  for (const trouble of troubles.filter(({ name }) => wanted === null || wanted.includes(name))) {
    const missing = await trouble.missing();
    if (missing !== null) {
      progress(`${trouble.name}: skipped, ${missing}`);
      continue;
    }
    progress(`${trouble.name}: ${trouble.what}`);
    const row = await tried(trouble, { quick, save, progress });
    progress(
      `  ${row === null ? 'skipped: this machine is not quiet enough, its alarm rings already' : JSON.stringify(row)}`,
    );
    if (row !== null) rows.push(row);
  }
  return { name: 'trouble', machine: describeMachine(), figures: figuresOf(rows), rows };
}

interface Row extends Record<string, string | number> {
  trouble: string;
  rang: string;
  'alarm s': number;
  'judged meanwhile': number;
  marked: number;
  /** Words where it was not seen in time. */
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
  figures['slowest_alarm_s'] = Math.max(...rows.map((row) => row['alarm s']));
  return figures;
}

/** Null: its alarm rang before it began. */
async function tried(trouble: Trouble, options: Required<BenchOptions>): Promise<Row | null> {
  const { quick, save, progress } = options;
  await using ward = await trouble.admit(progress);
  if (!(await silentWithin(ward, trouble, calmMs))) return null;
  if (!quick && !(await silentWithin(ward, null, quietMs))) {
    const ringing = await openAlarms(ward.stack);
    progress(`  not quiet: ${ringing.map(({ text }) => text).join(' ')}`);
    if (ringing.some(({ rule }) => trouble.rings.includes(rule))) return null;
  }
  const why = save ? noCamera() : 'not asked for';
  if (save && why !== null) progress(`  no picture: ${why}`);
  await using camera = why === null ? await openCamera(ward.stack, ward.host) : null;
  // Awaited here: the ward is closed when this function ends.
  return await suffer(trouble, ward, camera, quick ? 0 : trouble.lastsMs);
}

async function suffer(
  trouble: Trouble,
  ward: AdmittedWard,
  camera: Camera | null,
  atLeastMs: number,
): Promise<Row> {
  const { jury, contest } = ward.stack;
  const began = Date.now();
  const end = await ward.begin();
  let rang: Alarm | null;
  let alarmMs: number;
  try {
    rang = await ringing(ward, trouble);
    alarmMs = Date.now() - began;
    await pause(Math.max(0, atLeastMs - alarmMs));
    if (rang !== null) await camera?.take(`trouble-${trouble.name}`);
  } finally {
    await end();
  }
  const over = Date.now();
  const recovered = await silentWithin(ward, trouble, recoveryMs);
  const recoveryS = rounded((Date.now() - over) / 1000, 1);
  const judged = (await jury.submissions(contest, { limit: '500' })).submissions.filter(
    ({ submittedAt, verdict }) =>
      verdict !== null && Date.parse(submittedAt) >= began && Date.parse(submittedAt) < over,
  );
  return {
    trouble: trouble.name,
    rang: rang === null ? `nothing within ${ringsWithinMs / 1000} s` : `${rang.rule}: ${rang.text}`,
    'alarm s': rounded(alarmMs / 1000, 1),
    'judged meanwhile': judged.length,
    marked: judged.filter(({ judgedWhileSick }) => judgedWhileSick).length,
    'recovery s': recovered ? recoveryS : `not within ${recoveryMs / 1000}`,
  };
}

/** Null: it did not ring in time, which the table then says. */
async function ringing({ stack }: AdmittedWard, { rings }: Trouble): Promise<Alarm | null> {
  const deadline = Date.now() + ringsWithinMs;
  for (;;) {
    const [found] = await openAlarms(stack, rings);
    if (found !== undefined) return found;
    if (Date.now() > deadline) return null;
    await pause(pollMs);
  }
}

/** Whether none rings any more, in time. @param trouble whose alarms are meant; null: all there are */
async function silentWithin({ stack }: AdmittedWard, trouble: Trouble | null, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while ((await openAlarms(stack, trouble?.rings)).length > 0) {
    if (Date.now() > deadline) return false;
    await pause(pollMs);
  }
  return true;
}
