/**
 * The generators' solutions against brute force. The brute force shares no code with them and does literally what
 * the statement says, on small random cases.
 */
import { describe, expect, it } from 'vitest';
import { Random } from './lib/random.ts';
import { depths } from './problems/bulb/generators/generate.ts';
import { callsHeard } from './problems/cuckoo/generators/generate.ts';
import { grainsOut } from './problems/funnel/generators/generate.ts';
import { mostPay } from './problems/lamps/generators/generate.ts';
import type { Job } from './problems/lamps/generators/generate.ts';
import { fewestBlownAway } from './problems/layers/generators/generate.ts';
import { quietAssignment } from './problems/rooms/generators/generate.ts';
import { generate as sums } from './problems/sum/generators/generate.ts';
import { largestRise } from './problems/tide/generators/generate.ts';

describe('the answers of the sample problems', () => {
  it('sum: are the sums, exactly', () => {
    for (const { input, answer } of sums()) {
      const [a = '', b = ''] = (input as string).trim().split(' ');
      expect(answer).toBe(`${BigInt(a) + BigInt(b)}\n`);
    }
  });

  it('bulb: keep the volume of the sand, and lose as much above as flows', () => {
    const random = new Random('bulb brute force');
    for (let round = 0; round < 1000; round++) {
      const height = random.int(1, 100);
      const radius = random.int(1, 100);
      const depthThousandths = random.int(100 * height, 900 * height);
      const scene = {
        height,
        radius,
        depthThousandths,
        flowThousandths: random.int(1, 1_000_000),
        seconds: random.int(0, 1000),
      };
      const { upper, lower } = depths(scene);
      const cone = (h: number): number => (Math.PI * ((radius * h) / height) ** 2 * h) / 3;
      const all = cone(depthThousandths / 1000);
      const below = cone(height) - cone(height - lower);
      expect(Math.abs(cone(upper) + below - all)).toBeLessThan(1e-9 * cone(height));
      const fallen = Math.min(all, (scene.flowThousandths / 1000) * scene.seconds);
      expect(Math.abs(all - cone(upper) - fallen)).toBeLessThan(1e-9 * cone(height));
    }
  });

  it('rooms: are quiet days', () => {
    const random = new Random('rooms brute force');
    for (let round = 0; round < 1000; round++) {
      const n = random.int(1, 9);
      const pairs = allPairs(n).filter(() => random.chance(50));
      const rooms = quietAssignment(n, pairs);
      expect(rooms).toHaveLength(n);
      for (let scholar = 1; scholar <= n; scholar++) {
        const mine = pairs.filter((pair) => pair.includes(scholar));
        const inOtherRoom = mine.filter(([a, b]) => rooms[a - 1] !== rooms[b - 1]);
        expect(inOtherRoom.length * 2).toBeGreaterThanOrEqual(mine.length);
      }
    }
  });

  it('tide: are the largest differences of a level and an earlier one', () => {
    const random = new Random('tide brute force');
    for (let round = 0; round < 2000; round++) {
      const entries = Array.from({ length: random.int(1, 12) }, () => random.int(-9, 9));
      const levels = [0];
      for (const change of entries) levels.push((levels.at(-1) ?? 0) + change);
      const rises = levels.flatMap((level, i) => levels.slice(0, i + 1).map((earlier) => level - earlier));
      expect(largestRise(entries)).toBe(Math.max(...rises));
    }
  });

  it('funnel: are the grains that come out when each one falls alone', () => {
    const random = new Random('funnel brute force');
    for (let round = 0; round < 1000; round++) {
      const n = random.int(1, 8);
      const labels = [0, 1, ...random.permutation(2, Math.max(2, n))];
      const below = Int32Array.from({ length: n + 1 });
      const sand = Int32Array.from({ length: n + 1 }, (_, i) => (i === 0 ? 0 : random.int(0, 5)));
      const neck = Int32Array.from({ length: n + 1 }, (_, i) => (i <= 1 ? 0 : random.int(0, 6)));
      for (let i = 2; i <= n; i++) below[labels[i] ?? 0] = labels[random.int(1, i - 1)] ?? 0;
      expect(grainsOut({ below, sand, neck })).toBe(dropGrains([...below], [...sand], [...neck]));
    }
  });

  it('cuckoo: are the calls of every minute of the visit, for all 1440 · 1440 visits', () => {
    const callsAt = Array.from({ length: 2880 }, (_, minute) => {
      if (minute % 60 === 30) return 1;
      return minute % 60 === 0 ? [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11][(minute / 60) % 12] : 0;
    });
    let wrong = 0;
    for (let from = 0; from < 1440; from++) {
      let calls = 0;
      for (let now = from; now < from + 1440; now++) {
        calls += callsAt[now] ?? 0;
        if (callsHeard(from, now % 1440) !== calls) wrong += 1;
      }
    }
    expect(wrong).toBe(0);
  });

  it('lamps: are the best of all choices of jobs', () => {
    const random = new Random('lamps brute force');
    for (let round = 0; round < 1000; round++) {
      const jobs = Array.from({ length: random.int(1, 8) }, (): Job => {
        const start = random.int(0, 15);
        return { start, end: start + random.int(1, 5), pay: random.int(1, 9) };
      });
      expect(mostPay(jobs)).toBe(bestChoice(jobs));
    }
  });

  it('layers: are the fewest layers whose loss makes the bottles equal', () => {
    const random = new Random('layers brute force');
    for (let round = 0; round < 500; round++) {
      const first = random.text(random.int(1, 8), 'abc');
      const second = random.text(random.int(1, 8), 'abc');
      const rests = new Set(remainders(second));
      const kept = Math.max(...remainders(first).map((rest) => (rests.has(rest) ? rest.length : 0)));
      expect(fewestBlownAway(first, second)).toBe(first.length + second.length - 2 * kept);
    }
  });
});

function allPairs(n: number): [number, number][] {
  const numbers = Array.from({ length: n }, (_, i) => i + 1);
  return numbers.flatMap((a) => numbers.filter((b) => b > a).map((b): [number, number] => [a, b]));
}

/** Drops grain after grain through the necks that still have room; in a tree the order does not matter. */
function dropGrains(below: number[], sand: number[], neck: number[]): number {
  let out = 0;
  for (let start = 1; start < below.length; start++) {
    for (let grain = 0; grain < (sand[start] ?? 0); grain++) {
      const way: number[] = [];
      for (let i = start; i !== 1; i = below[i] ?? 1) way.push(i);
      if (way.some((i) => neck[i] === 0)) continue;
      for (const i of way) neck[i] = (neck[i] ?? 0) - 1;
      out += 1;
    }
  }
  return out;
}

function bestChoice(jobs: readonly Job[]): number {
  let best = 0;
  for (let choice = 0; choice < 1 << jobs.length; choice++) {
    const chosen = jobs.filter((_, i) => (choice >> i) & 1).toSorted((a, b) => a.start - b.start);
    const possible = chosen.every((job, i) => {
      const before = chosen[i - 1];
      return before === undefined || job.start >= before.end + (before.end - before.start);
    });
    if (possible)
      best = Math.max(
        best,
        chosen.reduce((sum, { pay }) => sum + pay, 0),
      );
  }
  return best;
}

/** All that can be left of the layers. */
function remainders(layers: string): string[] {
  return Array.from({ length: 1 << layers.length }, (_, kept) =>
    Array.from(layers)
      .filter((_, i) => (kept >> i) & 1)
      .join(''),
  );
}
