/** What is asked of a slot while it goes on in a new world is not lost, whichever of the two worlds it was sent to. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { broker } from '../src/broker.ts';
import { createSlot, runInteractive } from '../src/index.ts';
import type { InteractiveSide, RunResult, Slot } from '../src/index.ts';
import { dying, limits, megabyte, obstacle, Programs, supervisors, testUidBase, text } from './harness.ts';

const worst = readFileSync(join(import.meta.dirname, '../../../bench/ending/worst.c'), 'utf8');
const talkerSource = readFileSync(join(import.meta.dirname, 'talker.c'), 'utf8');

describe.skipIf(obstacle !== undefined)('while a slot is handed over', () => {
  const programs = new Programs();
  const program = { directory: programs.folder };
  let one: Slot;
  let two: Slot;
  let worstProgram: string;
  let talker: string;

  beforeAll(async () => {
    worstProgram = programs.c('worst', worst);
    talker = programs.c('talker', talkerSource);
    one = await createSlot({ ordinal: 50, uidBase: testUidBase, cpus: [0] });
    two = await createSlot({ ordinal: 51, uidBase: testUidBase, cpus: [0] });
  });
  // A slot is handed over while no earlier world of it is left.
  beforeEach(() => onlyNewWorlds(2));
  afterAll(async () => {
    await Promise.all([one, two].map((slot) => slot?.close()));
    programs[Symbol.dispose]();
  });

  /** Answered at once; then the kernel needs longer for its files than the slot waits. */
  async function leaveFiles(slot: Slot): Promise<RunResult> {
    const wide = { ...limits, cpuUs: 5_000_000, wallUs: 1_000_000, memoryBytes: 2048 * megabyte };
    return slot.run({ argv: [worstProgram, 'sparse-files'], program, limits: wide });
  }

  function side(words: string): InteractiveSide {
    return { argv: [talker, ...words.split(' ')], program, stderr: { captureBytes: 1000 }, limits };
  }

  const greeting = () => ({
    transcriptBytes: 1000,
    program: side('say:a heard:b'),
    interactor: side('heard:a say:b exit:42'),
  });

  const roles: [string, () => [Slot, Slot]][] = [
    ['program', () => [one, two]],
    ['interactor', () => [two, one]],
  ];

  it.each(roles)('an interactive run with the %s there gets its result', async (_role, slots) => {
    const { handovers, rebuilds } = worldsOf(one);
    await leaveFiles(one);
    const { program: ended, interactor, transcript, deadlock } = await runInteractive(...slots(), greeting());
    expect(ended).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(interactor).toMatchObject({ outcome: 'exited', exitCode: 42 });
    expect(transcript.map(({ from, data }) => `${from}: ${text(data)}`)).toEqual([
      'program: a\n',
      'interactor: b\n',
    ]);
    expect(deadlock).toBe(false);
    expect(worldsOf(one)).toEqual({ handovers: handovers + 1, rebuilds });
  });

  it('an interactive run gets its result where both slots are handed over', async () => {
    const before = [one.handovers, two.handovers];
    await Promise.all([leaveFiles(one), leaveFiles(two)]);
    const { interactor } = await runInteractive(one, two, greeting());
    expect(interactor).toMatchObject({ outcome: 'exited', exitCode: 42 });
    expect([one.handovers, two.handovers]).toEqual(before.map((count) => count + 1));
  });

  it('every round of an interactive run gets its result, and so does what waits behind', async () => {
    for (let round = 0; round < 3; round++) {
      await onlyNewWorlds(2);
      await leaveFiles(one);
      const rounds = Array.from({ length: 4 }, (_, i) =>
        i % 2 === 0 ? runInteractive(one, two, greeting()) : runInteractive(two, one, greeting()),
      );
      const behind = one.run({ argv: ['/bin/sh', '-c', 'exit 3'], limits });
      for (const { interactor } of await Promise.all(rounds)) expect(interactor.exitCode).toBe(42);
      expect((await behind).exitCode).toBe(3);
    }
  }, 90_000);

  it('an interactive run is begun again on both sides, and leaves nothing of what its companion had begun', async () => {
    const folder = mkdtempSync(join(programs.folder, 'kept-'));
    await leaveFiles(one);
    // It ends long before the other slot is handed over; each time it writes another file.
    const words = 'mkdir /box/kept; date > /box/kept/$(date +%s%N); exit 42';
    const interactor = {
      argv: ['/bin/sh', '-c', words],
      collectTree: { path: 'kept', to: folder, maxBytes: megabyte, maxFiles: 10 },
      limits,
    };
    let beginnings = 0;
    const result = await runInteractive(one, two, {
      transcriptBytes: 0,
      program: side('drain exit:3'),
      interactor,
      beforeAgain: async () => {
        beginnings++;
        await rm(folder, { recursive: true, force: true });
      },
    });
    expect(result.program).toMatchObject({ outcome: 'exited', exitCode: 3 });
    expect(result.interactor).toMatchObject({ outcome: 'exited', exitCode: 42 });
    expect(beginnings).toBe(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('an interactive run whose first slot is granted already waits for the new world', async () => {
    const { handovers } = one;
    const makeSlot = broker().makeSlot.bind(broker());
    const goOn = Promise.withResolvers<void>();
    const made = vi.spyOn(broker(), 'makeSlot').mockImplementationOnce(async (...wanted) => {
      await goOn.promise;
      return makeSlot(...wanted);
    });
    await leaveFiles(one);
    // Held as soon as it is asked for; the companion comes free only while the new world is built.
    const other = two.run({ argv: ['/bin/sleep', '2'], limits });
    const run = runInteractive(one, two, greeting());
    const ended = run.catch(() => undefined);
    await vi.waitUntil(() => one.handovers === handovers + 1, { timeout: 10_000, interval: 1 });
    expect((await other).outcome).toBe('exited');
    await Promise.race([ended, delay(50)]);
    goOn.resolve();
    made.mockRestore();
    expect((await run).interactor.exitCode).toBe(42);
    expect(one.handovers).toBe(handovers + 1);
  });

  it('a run can be cancelled that the old world was sent', async () => {
    await leaveFiles(one);
    const controller = new AbortController();
    const run = one.run({ argv: ['/bin/sleep', '5'], limits }, { signal: controller.signal });
    controller.abort();
    expect((await run).outcome).toBe('cancelled');
  });

  it('an interactive run is cancelled on both sides', async () => {
    await leaveFiles(one);
    const controller = new AbortController();
    const spec = { transcriptBytes: 0, program: side('sleep:5000'), interactor: side('hear') };
    const run = runInteractive(one, two, spec, { signal: controller.signal });
    setImmediate(() => {
      controller.abort();
    });
    const { program: ended, interactor } = await run;
    expect([ended.outcome, interactor.outcome]).toEqual(['cancelled', 'cancelled']);
  });

  it('nothing of a run that was sent to the old world stays open there', async () => {
    const { handovers } = one;
    const script = programs.file('script', '');
    await leaveFiles(one);
    const argv = ['/bin/sh', '-c', 'echo "#!/bin/sh"; echo "exit 7"'];
    expect(await one.run({ argv, limits, stdout: { path: script, maxBytes: 100 } })).toMatchObject({
      outcome: 'exited',
    });
    expect(one.handovers).toBe(handovers + 1);
    // The old world is still there, and an open file cannot be executed.
    expect(supervisors(process.pid).length).toBeGreaterThan(2);
    chmodSync(script, 0o755);
    expect(execFileSync('sh', ['-c', `${script}; echo $?`], { encoding: 'utf8' })).toBe('7\n');
  });

  it.each(['sparse-files', 'mappings-of-all'])(
    'nothing of the run that is left stays open there: %s',
    async (mode) => {
      const { handovers } = one;
      const script = programs.file('own-script', '');
      const argv = ['/bin/sh', '-c', `echo "#!/bin/sh"; echo "exit 7"; exec ${worstProgram} ${mode}`];
      const stdout = { path: script, maxBytes: 100 };
      expect(await one.run({ argv, program, limits: { ...dying, wallUs: 1_500_000 }, stdout })).toMatchObject(
        {
          outcome: 'wall-limit',
        },
      );
      await one.run({ argv: ['/bin/true'], limits });
      expect(one.handovers).toBe(handovers + 1);
      chmodSync(script, 0o755);
      expect(execFileSync('sh', ['-c', `${script}; echo $?`], { encoding: 'utf8' })).toBe('7\n');
    },
  );

  describe('and closed', () => {
    it('a run that was not begun is refused as closed, and every call of close comes to its end', async () => {
      const slot = await createSlot({ ordinal: 52, uidBase: testUidBase, cpus: [0] });
      await leaveFiles(slot);
      const sent = slot.run({ argv: ['/bin/true'], limits });
      const waiting = slot.run({ argv: ['/bin/true'], limits });
      await vi.waitUntil(() => slot.handovers === 1, { timeout: 10_000, interval: 1 });
      const joint = runInteractive(slot, two, greeting());
      const all = Promise.allSettled([sent, waiting, joint]);
      await Promise.all([slot.close(), slot.close()]);
      for (const one of await all)
        expect(one).toMatchObject({ status: 'rejected', reason: { code: 'CLOSED' } });
      await expect(slot.run({ argv: ['/bin/true'], limits })).rejects.toMatchObject({ code: 'CLOSED' });
      expect((await two.run({ argv: ['/bin/true'], limits })).outcome).toBe('exited');
    });
  });

  it('a new world that cannot be built at first is no rebuild', async () => {
    const { handovers, rebuilds } = worldsOf(one);
    await leaveFiles(one);
    const made = vi.spyOn(broker(), 'makeSlot').mockRejectedValueOnce(new Error('not this time'));
    await expect(one.run({ argv: ['/bin/true'], limits })).rejects.toThrow('not this time');
    made.mockRestore();
    expect((await one.run({ argv: ['/bin/true'], limits })).outcome).toBe('exited');
    expect(worldsOf(one)).toEqual({ handovers: handovers + 1, rebuilds });
  });
});

function worldsOf({ handovers, rebuilds }: Slot) {
  return { handovers, rebuilds };
}

/** Waits until what earlier runs have left is taken apart. */
async function onlyNewWorlds(slots: number): Promise<void> {
  while (supervisors(process.pid).length > slots) await delay(20);
}
