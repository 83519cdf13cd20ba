import { verdictIds, type TaskSpan } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import { SpanCells } from './span-cells.ts';

const hour = 1_700_000_000_000;

function span(from: number, to: number, more: Partial<TaskSpan> = {}): TaskSpan {
  return {
    id: `${String(from)}.1`,
    taskId: 't',
    judgingId: 'j',
    submissionId: 's',
    contestId: 'main',
    problem: 'A',
    rejudging: false,
    judgehost: 'judge-1',
    slot: 0,
    dueAt: from,
    from,
    compiledAt: from,
    compileMs: null,
    to,
    state: 'done',
    runs: 1,
    verdict: 'AC',
    suspect: false,
    maxGapUs: 1000,
    expectedMs: 1,
    ...more,
  };
}

/** Cells as [busy of 255, verdict, doubtful, problem]. */
function read(cells: SpanCells, from: number, until: number, slot = 0): unknown[][] {
  const answer = cells.between(from, until);
  const lane = answer.lanes.find((one) => one.slot === slot);
  const bytes = Buffer.from(lane?.cells ?? '', 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, index) => {
    const [busy = 0, verdict = 0, problem = 0] = bytes.subarray(index * 4, index * 4 + 3);
    return [busy, verdictIds[(verdict & 0x7f) - 1], verdict >= 0x80, answer.problems[problem - 1]];
  });
}

it('a step is as busy as its spans, and has the colour of the one that took most of it', () => {
  const cells = new SpanCells();
  cells.add(span(hour, hour + 2000));
  cells.add(span(hour + 2000, hour + 7000, { verdict: 'WA', problem: 'B' }));
  cells.add(span(hour + 15_000, hour + 25_000, { suspect: true, verdict: 'WTL' }));
  expect(read(cells, hour, hour + 39_999)).toEqual([
    [51 + 128, 'WA', false, 'B'],
    [128, 'WTL', true, 'A'],
    [128, 'WTL', true, 'A'],
    [0, undefined, false, undefined],
  ]);
});

it('hours are told in at most 400 steps, in which nothing that ran is lost', () => {
  const cells = new SpanCells();
  cells.add(span(hour, hour + 300));
  const day = cells.between(hour - 6 * 3_600_000, hour + 1000);
  expect(day.cellMs).toBe(60_000);
  const busy = read(cells, hour - 6 * 3_600_000, hour + 1000).filter(([share]) => share !== 0);
  expect(busy).toEqual([[1, 'AC', false, 'A']]);
});

it('forty hosts of twenty slots that go on judging for an hour take an answer of two megabytes at most', () => {
  const cells = new SpanCells();
  for (let lane = 0; lane < 800; lane += 1) {
    for (let at = 0; at < 3_600_000; at += 20_000) {
      const judgehost = `judge-${String(lane % 40)}`;
      cells.add(span(hour + at, hour + at + 15_000, { judgehost, slot: Math.floor(lane / 40) }));
    }
  }
  const answer = cells.between(hour, hour + 3_600_000);
  expect(answer.lanes).toHaveLength(800);
  expect(JSON.stringify(answer).length).toBeLessThan(2_000_000);
  for (const { cells: told } of answer.lanes) {
    const bytes = Buffer.from(told, 'base64');
    const idle = Array.from({ length: 360 }, (_, index) => bytes[index * 4]).filter((share) => share === 0);
    expect(idle).toHaveLength(0);
  }
});

it('what is older than six hours makes room', () => {
  const cells = new SpanCells();
  cells.add(span(hour, hour + 10_000));
  cells.add(span(hour + 6 * 3_600_000, hour + 6 * 3_600_000 + 10_000));
  expect(read(cells, hour, hour + 5000)).toEqual([[0, undefined, false, undefined]]);
});
