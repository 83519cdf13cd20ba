/** Every hostile program of the manifest, let loose in real slots; and afterwards a look at the host. */
import { join } from 'node:path';
import { slotOptionsOf, WorkFolder, type Toolchain } from '@sandglass/judge';
import { surveyToolchains } from '@sandglass/languages/detect';
import { createSlot } from '@sandglass/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempt, prepare, type Place } from './attempt.ts';
import { Innocents } from './innocents.ts';
import { hostilePrograms } from './manifest.ts';
import { languageOf, stageOf, type HostileProgram } from './model.ts';
import { SlotShare } from './slot-share.ts';
import { Watch } from './watch.ts';
import { HostileFixture } from './fixture.ts';

const firstOrdinal = 80;
const slotCount = 2;

const survey = await surveyToolchains({ probe: false });
const missing = whatIsMissing();
const title = missing === undefined ? 'hostile programs' : `hostile programs (skipped: ${missing})`;

function whatIsMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'this needs root';
  // Most programs are written in these; further languages a host may have or not.
  const used = ['c', 'cpp', 'java', 'python3'];
  return survey.missing.find(({ language }) => used.includes(language))?.reason;
}

/** Why this host cannot run a program; the last part of its test's name. */
function skipped(program: HostileProgram): string {
  if (program.numbers === true && process.arch !== 'x64') return ' (skipped: needs x86-64)';
  const gone = survey.missing.find(({ language }) => language === languageOf(program));
  return gone === undefined ? '' : ` (skipped: ${gone.reason})`;
}

interface Watched {
  readonly place: Place;
  readonly watch: Watch;
}

function nameOf(program: HostileProgram): string {
  const held = program.openFinding === undefined ? '' : ` (open finding ${program.openFinding})`;
  const limits = program.limits === undefined ? '' : ` ${JSON.stringify(program.limits)}`;
  const language = program.language === undefined ? '' : ` in ${program.language}`;
  return `${program.file}${language}${stageOf(program) === 'run' ? limits : ''} is held${held}${skipped(program)}`;
}

describe.skipIf(missing !== undefined)(title, () => {
  let fixture: HostileFixture;
  let share: SlotShare<Watched>;
  let innocents: Innocents;
  const places: Place[] = [];

  beforeAll(async () => {
    fixture = await HostileFixture.open();
    const toolchains = new Map<string, Toolchain>(survey.found.map((found) => [found.language, found]));
    await fixture.build(hostilePrograms);
    // A slot for each share and one for the honest programs, and for each of them, on the same core, one for the other side of
    // its conversations. The honest ones share the last core with hostile ones, which is worse than on any judgehost.
    const placements = Array.from({ length: 2 * (slotCount + 1) }, (_, i) => ({
      ordinal: firstOrdinal + i,
      cpus: [Math.min(i % (slotCount + 1), slotCount - 1)],
      node: 0,
    }));
    const watched: Watched[] = [];
    const options = slotOptionsOf(placements, survey.found);
    fixture.shownPaths = (options[0]?.extraBinds ?? []).map(({ target }) => target);
    const slots = await Promise.all(options.map(createSlot));
    for (const [i, slot] of slots.slice(0, slotCount + 1).entries()) {
      const companion = slots[slotCount + 1 + i];
      if (companion === undefined) throw new RangeError('a slot without a companion');
      const work = await WorkFolder.create(join(fixture.folder, `work-${String(slot.ordinal)}`));
      places.push({ fixture, slot, companion, work, toolchains });
    }
    for (const place of places.slice(0, slotCount)) watched.push({ place, watch: await Watch.start(place) });
    const [honest] = places.slice(slotCount);
    if (honest === undefined) throw new RangeError('no place for the honest programs');
    innocents = await Innocents.open(honest);
    share = new SlotShare(watched);
  }, 300_000);

  afterAll(async () => {
    await innocents?.pause();
    await Promise.all(places.flatMap(({ slot, companion }) => [slot.close(), companion.close()]));
    await fixture?.close();
  });

  async function check(program: HostileProgram): Promise<void> {
    await share.use(async ({ place, watch }) => {
      await prepare(place, program);
      const before = await watch.before(program);
      const done = await innocents.beside(program.file, () => attempt(place, program));
      const breaches = await watch.after(program, before, done);
      expect(breaches, done.detail).toEqual([]);
      expect(
        done.out.split('\n').filter((line) => line.startsWith('BREACH')),
        done.detail,
      ).toEqual([]);
      expect(program.expect, `${done.ending}: ${done.detail}\n${done.out.slice(0, 500)}`).toContain(
        done.ending,
      );
    });
  }

  const closed = hostilePrograms.filter(({ openFinding }) => openFinding === undefined);
  const possible = closed.filter((program) => skipped(program) === '');
  const named = (programs: readonly HostileProgram[]) =>
    programs.map((program) => [nameOf(program), program] as const);

  describe.concurrent('side by side', () => {
    beforeAll(() => innocents.resume());
    afterAll(() => innocents.pause());

    it.each(named(possible.filter(({ alone }) => alone !== true)))('%s', (_, program) => check(program));
  });

  describe('one at a time', () => {
    it.each(named(possible.filter(({ alone }) => alone === true)))('%s', (_, program) => check(program));
  });

  it.skip.each(named(closed.filter((program) => !possible.includes(program))))('%s', (_, program) =>
    check(program),
  );

  // A hole that is known and not closed yet: the day it is closed, its entry in the manifest must change.
  describe('still open', () => {
    it.fails.each(
      hostilePrograms
        .filter(({ openFinding }) => openFinding !== undefined)
        .map((program) => [nameOf(program), program] as const),
    )('%s', (_, program) => check(program));
  });

  it('changes neither verdict nor time of the honest programs beside', () => {
    const figures = innocents.figures();
    console.info(
      figures
        .map(
          ({ name, judged, verdict, aloneMs, besideMs }) =>
            `${name}: ${verdict}, ${String(judged)} times; CPU ${aloneMs.toFixed(1)} ms alone, ${besideMs.toFixed(1)} ms beside`,
        )
        .join('\n'),
    );
    expect(innocents.wrong).toEqual([]);
    for (const { name, judged, aloneMs, besideMs, steady } of figures) {
      expect(judged, name).toBeGreaterThan(0);
      // Caches and the other thread of the core are shared: a quarter more is usual, twice as much is not.
      if (steady) expect(besideMs, name).toBeLessThan(2 * aloneMs + 20);
    }
  });
});
