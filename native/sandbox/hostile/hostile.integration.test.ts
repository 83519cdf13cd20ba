/** Every hostile program of the manifest, let loose in real slots; and afterwards a look at the host. */
import { join } from 'node:path';
import { slotOptionsOf, WorkFolder, type Toolchain } from '@sandglass/judge';
import { languageById } from '@sandglass/languages';
import { surveyToolchains } from '@sandglass/languages/detect';
import { createSlot } from '@sandglass/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempt, type Place } from './attempt.ts';
import { hostilePrograms } from './manifest.ts';
import { stageOf, type HostileProgram } from './model.ts';
import { SlotShare } from './slot-share.ts';
import { Watch } from './watch.ts';
import { Workshop } from './workshop.ts';

const firstOrdinal = 80;
const slotCount = 2;

const missing = await whatIsMissing();
const title = missing === undefined ? 'hostile programs' : `hostile programs (skipped: ${missing})`;

async function whatIsMissing(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'this needs root';
  // The programs are written in these; further languages a host may have or not.
  const used = ['c', 'cpp', 'java', 'python3'].map(languageById);
  const survey = await surveyToolchains({ languages: used, probe: false });
  return survey.missing[0]?.reason;
}

interface Watched {
  readonly place: Place;
  readonly watch: Watch;
}

function nameOf(program: HostileProgram): string {
  const held = program.openFinding === undefined ? '' : ` (open finding ${program.openFinding})`;
  const limits = program.limits === undefined ? '' : ` ${JSON.stringify(program.limits)}`;
  return `${program.file}${stageOf(program) === 'run' ? limits : ''} is held${held}`;
}

describe.skipIf(missing !== undefined)(title, () => {
  let workshop: Workshop;
  let share: SlotShare<Watched>;

  beforeAll(async () => {
    workshop = await Workshop.open();
    const survey = await surveyToolchains({ probe: false });
    const toolchains = new Map<string, Toolchain>(survey.found.map((found) => [found.language, found]));
    await workshop.build(hostilePrograms);
    // A slot for each share and, on the same core, one for the other side of its conversations.
    const placements = Array.from({ length: 2 * slotCount }, (_, i) => ({
      ordinal: firstOrdinal + i,
      cpus: [i % slotCount],
      node: 0,
    }));
    const watched: Watched[] = [];
    const options = slotOptionsOf(placements, survey.found);
    workshop.shownPaths = (options[0]?.extraBinds ?? []).map(({ target }) => target);
    const slots = await Promise.all(options.map(createSlot));
    for (const [i, slot] of slots.slice(0, slotCount).entries()) {
      const companion = slots[slotCount + i];
      if (companion === undefined) throw new RangeError('a slot without a companion');
      const work = await WorkFolder.create(join(workshop.folder, `work-${String(slot.ordinal)}`));
      const place = { workshop, slot, companion, work, toolchains };
      watched.push({ place, watch: await Watch.start(place) });
    }
    share = new SlotShare(watched);
  }, 300_000);

  afterAll(async () => {
    const places = (share?.all ?? []).map(({ place }) => place);
    await Promise.all(places.flatMap(({ slot, companion }) => [slot.close(), companion.close()]));
    await workshop?.close();
  });

  async function check(program: HostileProgram): Promise<void> {
    await share.use(async ({ place, watch }) => {
      const before = await watch.before(program);
      const done = await attempt(place, program);
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
  describe.concurrent('side by side', () => {
    it.each(
      closed.filter(({ alone }) => alone !== true).map((program) => [nameOf(program), program] as const),
    )('%s', (_, program) => check(program));
  });

  describe('one at a time', () => {
    it.each(
      closed.filter(({ alone }) => alone === true).map((program) => [nameOf(program), program] as const),
    )('%s', (_, program) => check(program));
  });

  // A hole that is known and not closed yet: the day it is closed, its entry in the manifest must change.
  describe('still open', () => {
    it.fails.each(
      hostilePrograms
        .filter(({ openFinding }) => openFinding !== undefined)
        .map((program) => [nameOf(program), program] as const),
    )('%s', (_, program) => check(program));
  });
});
