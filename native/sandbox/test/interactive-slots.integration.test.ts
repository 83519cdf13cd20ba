/** The two slots of an interactive run: cancelled, lost, waited for, and nothing left in them. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runInteractive } from '../src/index.ts';
import { limits, obstacle, strangers } from './harness.ts';
import { interactorOrdinal, programOrdinal, slotAt, withTalkers } from './talkers.ts';

describe.skipIf(obstacle !== undefined)('an interactive run', () => {
  const { side, talk, slots: both } = withTalkers();

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
