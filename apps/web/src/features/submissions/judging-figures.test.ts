import type { Judging } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { figuresOf, groupRepeats, hostsOf, withOlder } from './judging-figures.ts';

const judging = (id: string, rejudgingId: string | null, repeat = 1, valid = false) =>
  ({ id, rejudgingId, repeat, valid, tests: [] }) as unknown as Judging;

describe('the judgings of a submission', () => {
  it('are looked at one by one, but repeats of one rejudging together', () => {
    const first = judging('first', null, 1, true);
    const once = judging('once', 'r1');
    const repeats = [3, 1, 2].map((repeat) => judging(`repeat ${repeat}`, 'r2', repeat));
    const { single, groups } = groupRepeats([...repeats, once, first]);
    expect(single.map(({ id }) => id)).toEqual(['once', 'first']);
    expect(groups.map(({ rejudgingId }) => rejudgingId)).toEqual(['r2']);
    expect(groups[0]?.judgings.map(({ repeat }) => repeat)).toEqual([1, 2, 3]);
  });

  it('count as the submission itself says, also where older ones were fetched before another was applied', () => {
    const [newest, former, oldest] = [
      judging('3', 'r2', 1, true),
      judging('2', 'r1', 1, true),
      judging('1', null),
    ];
    const all = withOlder([newest], [former, oldest]);
    expect(all.map(({ id, valid }) => [id, valid])).toEqual([
      ['3', true],
      ['2', false],
      ['1', false],
    ]);
    expect(withOlder([newest, { ...oldest, valid: true }], [former, oldest])).toEqual([
      newest,
      { ...former, valid: false },
      { ...oldest, valid: true },
    ]);
  });

  it('always show the one that counts by itself', () => {
    const repeats = [1, 2, 3].map((repeat) => judging(`repeat ${repeat}`, 'r', repeat, repeat === 2));
    expect(groupRepeats(repeats).single.map(({ id }) => id)).toEqual(['repeat 2']);
  });
});

describe('the figures of a judging', () => {
  it('are the most of any test, and beside them the times of the slowest one, which belong together', () => {
    const test = (cpuUs: number, wallUs: number): unknown => ({
      measurement: { cpuUs, wallUs, gapUs: wallUs - cpuUs, memoryBytes: 1 },
    });
    const figures = figuresOf({
      tests: [test(950_000, 960_000), test(10_000, 4_000_000)] as Judging['tests'],
    });
    expect(figures).toMatchObject({ cpuUs: 950_000, wallUs: 4_000_000, gapUs: 3_990_000 });
    expect(figures?.slowest).toMatchObject({ cpuUs: 10_000, wallUs: 4_000_000 });
  });

  it('are none while nothing is measured', () => {
    expect(figuresOf({ tests: [] })).toBeNull();
  });
});

describe('the hosts of a judging', () => {
  const test = (judgehost: string | null, kernel: string | null, attempts: unknown[] = []) =>
    ({ judgehost, kernel, attempts }) as unknown as Judging['tests'][number];

  it('are named once each with the kernel they ran at the time, repeats too', () => {
    const repeated = test('forge', '6.1.0', [test('kiln', '5.15.0'), test('forge', '6.1.0')]);
    expect(
      hostsOf({ judgehost: 'kiln', tests: [test('kiln', '5.15.0'), repeated, test(null, null)] }),
    ).toEqual([
      { judgehost: 'kiln', kernel: '5.15.0' },
      { judgehost: 'forge', kernel: '6.1.0' },
    ]);
  });

  it('are the one that compiled where nothing was run, and go without a kernel that was not recorded', () => {
    const kiln = [{ judgehost: 'kiln', kernel: null }];
    expect(hostsOf({ judgehost: 'kiln', tests: [test(null, null)] })).toEqual(kiln);
    expect(hostsOf({ judgehost: 'kiln', tests: [test('kiln', null)] })).toEqual(kiln);
  });
});
