/** The two slots of an interactive run: cancelled, lost, waited for, and nothing left in them. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInteractive } from '../src/index.ts';
import { limits, megabyte, obstacle, strangers } from './harness.ts';
import { interactorOrdinal, programOrdinal, slotAt, withTalkers } from './talkers.ts';

describe.skipIf(obstacle !== undefined)('an interactive run', () => {
  const { programs, side, talk, slots: both } = withTalkers();

  it('gives an interactor that has closed its pipes the rest of its time to judge', async () => {
    const result = await talk(side('say:a hear'), side('hear close-out close-in sleep:700 exit:42'));
    expect(result.interactor).toMatchObject({ outcome: 'exited', exitCode: 42 });
  });

  describe('that does not come to an end', () => {
    it('is cancelled on both sides', async () => {
      const controller = new AbortController();
      const run = talk(side('sleep:9000'), side('hear'), {}, { signal: controller.signal });
      await until(() => strangers(programOrdinal) !== '' && strangers(interactorOrdinal) !== '');
      controller.abort();
      const result = await run;
      expect(result.program.outcome).toBe('cancelled');
      expect(result.interactor.outcome).toBe('cancelled');
    });

    it.each([
      ['closes both its pipes', 'hear close-out close-in sleep:10000 exit:42'],
      ['closes its output and reads on', 'hear close-out drain sleep:10000 exit:42'],
    ])('because its interactor %s and sleeps is ended soon after the exchange', async (_, interactor) => {
      // Alone, the sleeper would be in time: it is not the time of its slot that ends it.
      const result = await talk(side('say:a hear'), side(interactor, { wallUs: 500_000 }));
      expect(result.program).toMatchObject({ outcome: 'exited', exitCode: 40 });
      expect(result.interactor).toMatchObject({ outcome: 'wall-limit', exitCode: null });
    });

    it.each([
      ['program', 0],
      ['interactor', 1],
    ])('because the supervisor of the %s died is an error, and both slots serve again', async (_, victim) => {
      const known = new Set(supervisors());
      const slots = [await slotAt(42), await slotAt(43)] as const;
      try {
        const made = supervisors().filter((pid) => !known.has(pid));
        expect(made).toHaveLength(2);
        const spec = {
          transcriptBytes: 0,
          program: side('say:a sleep:9000'),
          interactor: side('drain sleep:9000'),
        };
        const run = runInteractive(...slots, spec);
        const refused = expect(run).rejects.toMatchObject({ code: 'SUPERVISOR_LOST' });
        await until(() => strangers(42) !== '' && strangers(43) !== '');
        process.kill(made[victim] ?? 0, 'SIGKILL');
        await refused;
        await until(() => strangers(42) + strangers(43) === '');
        const again = await runInteractive(...slots, {
          transcriptBytes: 0,
          program: side('say:a'),
          interactor: side('hear exit:42'),
        });
        expect(again.interactor.exitCode).toBe(42);
      } finally {
        await Promise.all(slots.map((slot) => slot.close()));
      }
    });

    it.each([
      ['program', { argv: ['/program/missing'] }, {}, 'execve'],
      ['interactor', {}, { argv: ['/program/missing'] }, 'interactor: execve'],
    ])(
      'because the %s cannot be started is an error, not a verdict',
      async (_, program, interactor, step) => {
        await expect(
          talk({ ...side('drain'), ...program }, { ...side('drain'), ...interactor }),
        ).rejects.toMatchObject({ code: 'SETUP', step });
        const next = await talk(side('say:a'), side('heard:a exit:42'));
        expect(next.interactor.exitCode).toBe(42);
      },
    );
  });

  it.each([
    ['leaves children behind', 'mappings-of-children', 40_000_000, /^exited$/],
    ['is stopped at a limit', 'mappings-of-all', 3_000_000, /^(?:wall|cpu)-limit$/],
  ])(
    'ends for the interactor when the program %s, however long the kernel takes to end its processes',
    async (_, mode, wallUs, outcome) => {
      const worst = programs.c(
        'worst',
        readFileSync(join(import.meta.dirname, '../../../bench/ending/worst.c'), 'utf8'),
      );
      const slots = [await slotAt(44, [0]), await slotAt(45, [0])] as const;
      try {
        const spec = {
          transcriptBytes: 0,
          program: {
            ...side(''),
            argv: [worst, mode],
            limits: { cpuUs: 20_000_000, wallUs, memoryBytes: 2048 * megabyte, processes: 64 },
          },
          // Far more words than the pipes hold: an interactor is charged while it waits for a reader.
          interactor: side('flood:2000000 drain exit:43', { wallUs: 1_000_000 }),
        };
        // The second is waited for: a slot does not leave it behind while the first is still there.
        for (let i = 0; i < 2; i++) {
          const result = await runInteractive(...slots, spec);
          expect(result.program.outcome).toMatch(outcome);
          expect(result).toMatchObject({
            endedFirst: 'program',
            interactor: { outcome: 'exited', exitCode: 43, stdoutBytes: 2_000_000 },
          });
        }
      } finally {
        await Promise.all(slots.map((slot) => slot.close()));
      }
    },
    120_000,
  );

  it('waits for both slots in an order that cannot deadlock', async () => {
    const [one, two] = both();
    const spec = { transcriptBytes: 0, program: side('say:a'), interactor: side('heard:a exit:42') };
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, i) => [
        i % 2 === 0 ? runInteractive(one, two, spec) : runInteractive(two, one, spec),
        one.run({ argv: ['/bin/true'], limits }),
      ]).flat(),
    );
    expect(results).toHaveLength(20);
  });

  it('needs two slots, and a transcript of reasonable size', async () => {
    const spec = { transcriptBytes: 0, program: side('say:a'), interactor: side('heard:a exit:42') };
    const [one, two] = both();
    await expect(runInteractive(one, one, spec)).rejects.toThrow('a slot each');
    await expect(runInteractive(one, two, { ...spec, transcriptBytes: 2 ** 40 })).rejects.toThrow(
      'transcriptBytes',
    );
    await expect(runInteractive(one, two, { ...spec, transcriptBytes: -1 })).rejects.toThrow(
      'transcriptBytes',
    );
  });

  it('leaves no descriptor open, here or in a supervisor', async () => {
    const owners = [process.pid, ...supervisors()];
    const open = () => owners.map((pid) => readdirSync(`/proc/${String(pid)}/fd`).length);
    await talk(side('say:a'), side('heard:a exit:42'));
    const before = open();
    for (let i = 0; i < 20; i++) await talk(side('say:a'), side('heard:a exit:42'));
    // The cleaning after an answer is over when the next one has been taken.
    await Promise.all(both().map((slot) => slot.run({ argv: ['/bin/true'], limits })));
    const after = open();
    for (const [i, count] of after.entries()) expect(count).toBeLessThanOrEqual((before[i] ?? 0) + 4);
  });
});

/** Process numbers of the supervisors of this process's slots, in the order of their making. */
function supervisors(): number[] {
  const find = (name: string, parent: number): number[] =>
    execFileSync('sh', ['-c', `pgrep -P ${String(parent)} -x ${name} || true`], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '')
      .map(Number);
  return find('sandglass-brok', process.pid).flatMap((broker) => find('sandglass-slot', broker));
}

async function until(what: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !what(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(what()).toBe(true);
}
