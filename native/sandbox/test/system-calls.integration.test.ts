/** The table of system calls against the kernel: what a program is answered for each number. */
import { arch } from 'node:process';
import { constants } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCalls } from '../check/system-calls.ts';
import { Bench, obstacle, text } from './harness.ts';

/** Prints a number and what the call came to, a line each; arguments that no call can do anything with. */
const asker = `
  #define _GNU_SOURCE
  #include <errno.h>
  #include <stdio.h>
  #include <stdlib.h>
  #include <unistd.h>
  #include <sys/syscall.h>
  int main(int count, char **numbers) {
    for (int i = 1; i < count; i++) {
      long result = syscall(atol(numbers[i]), -1L, -1L, -1L, -1L, -1L, -1L);
      printf("%s %ld\\n", numbers[i], result == -1 ? -(long)errno : result);
    }
  }`;

describe.skipIf(obstacle !== undefined)('a program that makes system calls by their numbers', async () => {
  let bench: Bench;
  let program: string;
  const own = arch === 'x64' ? 'x64' : 'arm64';
  const calls = (await systemCalls()).flatMap((call) => {
    const number = call[own];
    return number === undefined ? [] : [{ ...call, number }];
  });

  beforeAll(async () => {
    bench = await Bench.open({ ordinal: 5 });
    program = bench.programs.c('asker', asker);
  });
  afterAll(async () => {
    await bench.close();
  });

  async function answers(numbers: readonly number[]): Promise<Map<number, number>> {
    const { stdout } = await bench.run([program, ...numbers.map(String)]);
    const lines = text(stdout).trim().split('\n');
    return new Map(lines.map((line) => line.split(' ').map(Number) as [number, number]));
  }

  const errorOf = (rule: string): number | undefined => {
    if (rule === 'missing') return -constants.errno.ENOSYS;
    if (rule === 'done') return 0;
    const name = /^refused\((\w+)\)$/.exec(rule)?.[1] as keyof typeof constants.errno | undefined;
    return name === undefined ? undefined : -constants.errno[name];
  };

  it('is answered what the table says for every call that is refused or not made', async () => {
    const closed = calls.filter(({ rule }) => errorOf(rule) !== undefined);
    expect(closed.length).toBeGreaterThan(100);
    const got = await answers(closed.map(({ number }) => number));
    for (const { name, number, rule } of closed)
      expect([name, got.get(number)]).toEqual([name, errorOf(rule)]);
  });

  it('finds no call at all under every number that the table does not have', async () => {
    const known = new Set(calls.map(({ number }) => number));
    const unknown = Array.from({ length: 2048 }, (_, number) => number).filter(
      (number) => !known.has(number),
    );
    const got = await answers(unknown);
    expect([...got].filter(([, answer]) => answer !== -constants.errno.ENOSYS)).toEqual([]);
    expect(got.size).toBe(unknown.length);
  });
});
