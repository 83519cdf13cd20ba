/** Two real programs talk through the exchange. */
import { describe, expect, it } from 'vitest';
import type { InteractiveResult } from '../src/index.ts';
import { limits, megabyte, obstacle, text } from './harness.ts';
import { said, withTalkers } from './talkers.ts';

describe.skipIf(obstacle !== undefined)('an interactive run', () => {
  const { side, talk } = withTalkers();

  it('carries every word, in order, and keeps them', async () => {
    const result = await talk(
      side('say:one heard:two say:three'),
      side('heard:one say:two heard:three exit:42'),
    );
    expect(result).toMatchObject({
      program: { outcome: 'exited', exitCode: 0, stdoutBytes: 10 },
      interactor: { outcome: 'exited', exitCode: 42, stdoutBytes: 4 },
      deadlock: false,
      transcriptOmitted: null,
      exchange: { program: { messages: 2, bytes: 10 }, interactor: { messages: 1, bytes: 4 } },
    });
    expect(said(result)).toEqual(['program: one\n', 'interactor: two\n', 'program: three\n']);
    const times = result.transcript.map(({ atUs }) => atUs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('goes through thousands of questions and answers without losing one', async () => {
    const result = await talk(side('count:5000'), side('echo:5000 exit:42'));
    expect(result.program).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(result.interactor.exitCode).toBe(42);
    expect(result.exchange.program.messages).toBeGreaterThanOrEqual(5000);
    expect(result.exchange.program.bytes).toBe(result.exchange.interactor.bytes);
  });

  it('gives both sides pipes that can be opened again by name', async () => {
    const result = await talk(side('reopen say:a heard:b'), side('reopen heard:a say:b exit:42'));
    expect(result.program.exitCode).toBe(0);
    expect(result.interactor.exitCode).toBe(42);
  });

  describe('charges time', () => {
    it('not to the program while it waits for the interactor', async () => {
      const result = await talk(
        side('say:a hear say:b hear', { wallUs: 1_500_000 }),
        side('hear sleep:900 say:c hear sleep:900 say:d exit:42'),
      );
      expect(result.program).toMatchObject({ outcome: 'exited', exitCode: 0 });
      expect(result.program.wallUs).toBeGreaterThan(1_800_000);
      expect(result.exchange.program.waitedUs).toBeGreaterThan(1_750_000);
    });

    it('to the program for its own turns, and stops it when they are too long', async () => {
      const result = await talk(
        side('hear sleep:5000 say:a', { wallUs: 300_000 }),
        side('sleep:200 say:a hear exit:42'),
      );
      expect(result.program.outcome).toBe('wall-limit');
      expect(result.exchange.program.chargedWallUs).toBeGreaterThanOrEqual(300_000);
      expect(result.exchange.interactor.chargedWallUs).toBeGreaterThanOrEqual(190_000);
      expect(result).toMatchObject({ endedFirst: 'program', deadlock: false, interactor: { exitCode: 40 } });
    });

    it('every moment to one of them', async () => {
      const { program, exchange } = await talk(
        side('say:a hear sleep:50 say:b'),
        side('hear sleep:100 say:a hear exit:42'),
      );
      const charged = exchange.program.chargedWallUs + exchange.interactor.chargedWallUs;
      expect(charged).toBeGreaterThanOrEqual(program.wallUs - 2);
      expect(exchange.program.chargedWallUs + exchange.program.waitedUs).toBe(program.wallUs);
    });
  });

  describe('is a deadlock, ended long before the wall limit,', () => {
    it.each([
      ['the program has not sent anything', 'hear', 'hear exit:42'],
      ['the program has sent half a line', 'say-half:12 hear', 'hear exit:42'],
      ['the program waits for more than it gets', 'say:a hear hear say:b', 'hear say:c hear exit:42'],
    ])('when %s', async (_, program, interactor) => {
      const result = await talk(side(program), side(interactor));
      expect(result).toMatchObject({
        deadlock: true,
        endedFirst: 'program',
        program: { outcome: 'wall-limit' },
        interactor: { outcome: 'exited', exitCode: 40 },
      });
      expect(result.program.wallUs).toBeLessThan(limits.wallUs);
    });

    it('but not while the interactor thinks', async () => {
      const result = await talk(side('say:a heard:b'), side('hear sleep:700 say:b exit:42'));
      expect(result).toMatchObject({
        deadlock: false,
        program: { exitCode: 0 },
        interactor: { exitCode: 42 },
      });
    });

    it('but not while the program thinks', async () => {
      const result = await talk(side('sleep:700 say:a'), side('heard:a exit:42'));
      expect(result).toMatchObject({
        deadlock: false,
        program: { exitCode: 0 },
        interactor: { exitCode: 42 },
      });
    });
  });

  describe('says which side ended first', () => {
    it('the program, when the interactor ends because it was notified', async () => {
      const result = await talk(side('say:a crash'), side('hear drain exit:43'));
      expect(result).toMatchObject({
        endedFirst: 'program',
        program: { outcome: 'signalled', signal: 11 },
        interactor: { exitCode: 43 },
      });
      const { program, interactor } = result.exchange;
      expect(program.outputEndedAtUs).toBeLessThanOrEqual(interactor.outputEndedAtUs ?? -1);
    });

    it('the interactor, when the program crashes because nobody answers any more', async () => {
      const result = await talk(side('say:a hear crash'), side('hear exit:43'));
      expect(result).toMatchObject({
        endedFirst: 'interactor',
        program: { exitCode: 40 },
        interactor: { exitCode: 43 },
      });
    });

    it('the program, when the interactor had closed its output but still listened', async () => {
      // Long enough for an interactor that waits for a core to have read: what it has not read it may never have wanted.
      const result = await talk(
        side('say:a hear say:b sleep:500 crash'),
        side('hear say:c close-out drain exit:43'),
      );
      expect(result).toMatchObject({ endedFirst: 'program', program: { signal: 11 } });
    });

    it('right a hundred times in a row, however close the two ends are', async () => {
      const wrong: InteractiveResult[] = [];
      for (let i = 0; i < 50; i++) {
        const programFirst = await talk(side('crash'), side('drain exit:43'), { transcriptBytes: 0 });
        if (programFirst.endedFirst !== 'program') wrong.push(programFirst);
        const interactorFirst = await talk(side('hear'), side('exit:43'), { transcriptBytes: 0 });
        if (interactorFirst.endedFirst !== 'interactor') wrong.push(interactorFirst);
      }
      expect(wrong).toEqual([]);
    });
  });

  describe('kills nobody with SIGPIPE', () => {
    it('not a program that talks to an interactor that has ended', async () => {
      const result = await talk(side('wait-end flood:300000', { wallUs: 500_000 }), side('exit:42'), {
        graceUs: 100_000,
      });
      // Its output stays open to the last: it is stopped when its time after the verdict is over.
      expect(result).toMatchObject({
        endedFirst: 'interactor',
        program: { outcome: 'cancelled' },
        interactor: { exitCode: 42 },
      });
      const late = await talk(side('hear'), side('exit:42'));
      expect(late.program).toMatchObject({ outcome: 'exited', exitCode: 40 });
      const wrote = await talk(side('sleep:100 write:10'), side('exit:42'));
      expect(wrote).toMatchObject({ program: { outcome: 'exited', exitCode: 0, stdoutBytes: 10 } });
      expect(wrote.exchange.program.brokenPipeAtUs).toBeGreaterThanOrEqual(100_000);
    });

    it('not an interactor that talks to a program that has ended', async () => {
      const result = await talk(side('exit:0'), side('drain flood:300000 exit:43'));
      expect(result.interactor).toMatchObject({ outcome: 'exited', exitCode: 43, stdoutBytes: 300_000 });
      expect(result.exchange.interactor.brokenPipeAtUs).not.toBeNull();
    });
  });

  describe('cannot be held up', () => {
    it('by a program that never reads', async () => {
      const result = await talk(side('spin', { cpuUs: 200_000 }), side('flood:3000000 exit:42'));
      expect(result.program.outcome).toBe('cpu-limit');
      expect(result.interactor).toMatchObject({ outcome: 'exited', exitCode: 42 });
    });

    it('by a program that sleeps while its input is full', async () => {
      const result = await talk(side('sleep:9000', { wallUs: 300_000 }), side('flood:3000000 exit:42'));
      expect(result.program.outcome).toBe('wall-limit');
      expect(result.deadlock).toBe(false);
    });

    it('by a program that has closed its output and does not read', async () => {
      const result = await talk(
        side('close-out sleep:9000', { wallUs: 300_000 }),
        side('flood:3000000 exit:42'),
      );
      expect(result).toMatchObject({ program: { outcome: 'wall-limit' }, interactor: { exitCode: 42 } });
    });

    it('by two that talk and do not listen: the program is to blame', async () => {
      const result = await talk(
        side('flood:3000000', { wallUs: 300_000 }),
        side('flood:3000000 exit:43', { wallUs: 300_000 }),
      );
      expect(result).toMatchObject({ program: { outcome: 'wall-limit' }, interactor: { exitCode: 43 } });
    });

    it('by a program that floods', async () => {
      const result = await talk(side('flood:90000000', { outputBytes: megabyte }), side('drain exit:43'));
      expect(result.program.outcome).toBe('output-limit');
      expect(result.interactor.exitCode).toBe(43);
    });

    it('by an interactor that floods', async () => {
      const result = await talk(side('drain'), side('flood:90000000 exit:42', { outputBytes: megabyte }));
      expect(result.interactor.outcome).toBe('output-limit');
      expect(result.program.outcome).toBe('cancelled');
    });

    it('by an interactor that sleeps: the program is not to blame', async () => {
      const result = await talk(side('say:a hear'), side('hear sleep:9000', { wallUs: 300_000 }));
      expect(result).toMatchObject({
        deadlock: false,
        program: { outcome: 'cancelled' },
        interactor: { outcome: 'wall-limit' },
      });
    });

    it('by an interactor that sleeps from the start', async () => {
      const result = await talk(side('hear', { wallUs: 200_000 }), side('sleep:9000', { wallUs: 300_000 }));
      expect(result).toMatchObject({
        deadlock: false,
        program: { outcome: 'cancelled' },
        interactor: { outcome: 'wall-limit' },
      });
    });

    it('by an interactor that burns', async () => {
      const result = await talk(side('say:a hear'), side('hear spin', { cpuUs: 200_000 }));
      expect(result).toMatchObject({
        endedFirst: 'interactor',
        program: { exitCode: 40 },
        interactor: { outcome: 'cpu-limit' },
      });
    });

    it('by an interactor that sleeps when the program has ended', async () => {
      const result = await talk(side('exit:0'), side('sleep:9000', { wallUs: 300_000 }));
      expect(result).toMatchObject({ program: { exitCode: 0 }, interactor: { outcome: 'wall-limit' } });
    });

    it('by a program that closes its output and lives on', async () => {
      const result = await talk(side('say:a close-out sleep:9000'), side('drain exit:43'), {
        graceUs: 50_000,
      });
      expect(result).toMatchObject({
        endedFirst: 'program',
        program: { outcome: 'cancelled' },
        interactor: { exitCode: 43 },
      });
    });

    it('by a program that closes its input and lives on', async () => {
      const result = await talk(side('close-in sleep:100 say:a'), side('flood:300000 hear exit:42'));
      expect(result).toMatchObject({ program: { exitCode: 0 }, interactor: { exitCode: 42 } });
      expect(result.exchange.interactor.brokenPipeAtUs).not.toBeNull();
    });

    it('by a child that keeps the pipes open', async () => {
      const result = await talk(side('orphan:9000 say:a'), side('drain exit:43'));
      expect(result).toMatchObject({ program: { exitCode: 0 }, interactor: { exitCode: 43 } });
      expect(result.program.wallUs).toBeLessThan(limits.wallUs);
      const other = await talk(side('drain exit:7'), side('orphan:9000 exit:42'));
      expect(other).toMatchObject({ program: { exitCode: 7 }, interactor: { exitCode: 42 } });
    });
  });

  describe('keeps of a long conversation', () => {
    it('the beginning and the end, and counts what is between', async () => {
      const result = await talk(side('count:2000'), side('echo:2000 exit:42'), { transcriptBytes: 4096 });
      const kept = result.transcript.reduce((sum, { data }) => sum + data.length, 0);
      const { program, interactor } = result.exchange;
      expect(kept + (result.transcriptOmitted?.bytes ?? 0)).toBe(program.bytes + interactor.bytes);
      expect(kept + 16 * result.transcript.length).toBeLessThanOrEqual(4096);
      expect(text(result.transcript[0]?.data)).toBe('0\n');
      expect(text(result.transcript.at(-1)?.data)).toBe('1999\n');
      const before = result.transcriptOmitted?.beforeEntry ?? 0;
      expect(Number(text(result.transcript[before - 1]?.data))).toBeLessThan(200);
      expect(Number(text(result.transcript[before]?.data))).toBeGreaterThan(1800);
    });

    it('nothing when nothing is asked for', async () => {
      const result = await talk(side('say:a'), side('drain exit:42'), { transcriptBytes: 0 });
      expect(result.transcript).toEqual([]);
      expect(result.transcriptOmitted).toEqual({ beforeEntry: 0, messages: 1, bytes: 2 });
    });
  });
});
