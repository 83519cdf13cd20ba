import { Random } from '../../../lib/random.ts';
import { SecretNames } from '../../../lib/test-case.ts';
import type { TestCase } from '../../../lib/test-case.ts';

const DAY = 24 * 60;

/** 160 tiny secret tests: cheap to run one by one, and many enough to show how a queue copes with them. */
export function* generate(): Iterable<TestCase> {
  yield testCase('sample/1', at(9, 30), at(10, 45));
  yield testCase('sample/2', at(22, 31), at(0, 30));
  yield testCase('sample/3', at(20, 1), at(20, 29));

  const names = new SecretNames(3);
  const seen = new Set<string>();
  const fresh = (from: number, to: number): boolean =>
    !seen.has(`${from} ${to}`) && Boolean(seen.add(`${from} ${to}`));
  for (const [label, from, to] of corners()) if (fresh(from, to)) yield testCase(names.next(label), from, to);
  const random = new Random('cuckoo');
  while (seen.size < 160) {
    const [label, from, to] = randomVisit(random);
    if (fresh(from, to)) yield testCase(names.next(label), from, to);
  }
}

/** Calls heard in the visit, both minutes included; walks through the dial hour by hour, not minute by minute. */
export function callsHeard(from: number, to: number): number {
  const end = to < from ? to + DAY : to;
  let calls = 0;
  for (let half = Math.ceil(from / 30); half * 30 <= end; half++) {
    const hour = (half / 2) % 12;
    if (half % 2 === 1) calls += 1;
    else calls += hour === 0 ? 12 : hour;
  }
  return calls;
}

type Visit = readonly [label: string, from: number, to: number];

function* corners(): Iterable<Visit> {
  yield ['midnight', 0, 0];
  yield ['noon', at(12, 0), at(12, 0)];
  yield ['one-minute-of-silence', at(7, 13), at(7, 13)];
  yield ['half-past', at(0, 30), at(0, 30)];
  yield ['whole-day', 0, DAY - 1];
  yield ['almost-a-day', at(13, 0), at(12, 59)];
  yield ['almost-a-day', at(0, 1), at(0, 0)];
  yield ['almost-a-day', at(12, 1), at(12, 0)];
  yield ['over-midnight', DAY - 1, 0];
  for (let hour = 0; hour < 24; hour++) yield ['full-hour', at(hour, 0), at(hour, 0)];
  for (let hour = 0; hour < 24; hour += 3) {
    yield ['up-to-the-hour', at(hour, 31), at((hour + 1) % 24, 0)];
    yield ['short-of-the-hour', at(hour, 31), at(hour, 59)];
    yield ['from-the-hour', at(hour, 0), at(hour, 29)];
    yield ['from-half-past', at(hour, 30), at((hour + 2) % 24, 30)];
  }
}

function randomVisit(random: Random): Visit {
  const from = random.int(0, DAY - 1);
  if (random.chance(40)) return ['short-visit', from, (from + random.int(0, 90)) % DAY];
  return ['long-visit', from, random.int(0, DAY - 1)];
}

function at(hours: number, minutes: number): number {
  return hours * 60 + minutes;
}

function testCase(name: string, from: number, to: number): TestCase {
  return { name, input: `${timeOfDay(from)} ${timeOfDay(to)}\n`, answer: `${callsHeard(from, to)}\n` };
}

function timeOfDay(minute: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
