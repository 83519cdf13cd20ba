/** Two runs that talk: the words, the clocks, the end. */
import { createSlot, runInteractive } from '../../src/index.ts';
import type { InteractiveResult } from '../../src/index.ts';
import { assert, atLeast, atMost, ended, type Case, type Wishes, type Workbench } from './workbench.ts';

async function talk(
  bench: Workbench,
  program: string,
  interactor: string,
  wishes: Wishes = {},
): Promise<InteractiveResult> {
  const { slot } = bench.place;
  const other = await createSlot({ ordinal: slot.ordinal + 100 });
  try {
    const side = (part: string, wishes: Wishes = {}) => {
      const { argv, program, limits } = bench.request(part, wishes);
      return { argv, program, limits };
    };
    return await runInteractive(slot, other, {
      program: side(program, wishes),
      interactor: side(interactor),
      transcriptBytes: 65_536,
    });
  } finally {
    await other.close();
  }
}

export const talkCases: readonly Case[] = [
  {
    name: 'a program and its interactor talk, and every word is kept',
    async check(bench) {
      const result = await talk(bench, 'ask 50', 'answer');
      assert.deepEqual(ended(result.program), { outcome: 'exited', exitCode: 0, signal: null });
      assert.deepEqual(ended(result.interactor), { outcome: 'exited', exitCode: 42, signal: null });
      assert.equal(result.endedFirst, 'program');
      assert.equal(result.transcript.length, 100);
      assert.equal(result.exchange.program.bytes, result.exchange.interactor.bytes);
    },
  },
  {
    name: 'a program is not charged for waiting for its interactor',
    async check(bench) {
      const pauseMs = bench.within(50);
      const result = await talk(bench, 'ask 5', `answer ${String(pauseMs)}`, { wallMs: 4 * pauseMs });
      assert.deepEqual(ended(result.program), { outcome: 'exited', exitCode: 0, signal: null });
      atLeast('its wall time', result.program.wallUs, 5 * pauseMs * 1000);
      atMost('what is charged', result.exchange.program.chargedWallUs, 4 * pauseMs * 1000);
    },
  },
  {
    name: 'two runs that wait for each other are a deadlock, seen before the wall limit',
    async check(bench) {
      const result = await talk(bench, 'listen', 'answer');
      assert.equal(result.program.outcome, 'wall-limit');
      assert.equal(result.deadlock, true);
      assert.equal(result.endedFirst, 'program');
      atMost('its wall time', result.program.wallUs, 19_000_000);
    },
  },
];
