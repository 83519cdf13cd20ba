import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, limits, megabyte, obstacle, onlySupervisor } from './harness.ts';

/** Printing costs it next to nothing (pages are lent), and its supervisor a copy. */
const lender = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/uio.h>
static char pages[1 << 20];
int main() {
  struct iovec all = {pages, sizeof pages};
  for (int i = 0; i < sizeof pages; i += 4096) pages[i] = 1;
  for (;;) vmsplice(1, &all, 1, 0);
}`;

const cpu = availableParallelism() - 1;
const endless = 1_000_000 * megabyte;

/** Nanoseconds on a core so far. */
function usedNs(pid: number): number {
  return Number(readFileSync(`/proc/${String(pid)}/schedstat`, 'utf8').split(' ')[0]);
}

describe.skipIf(obstacle !== undefined)('a supervisor that goes first', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open({ ordinal: 5, cpus: [cpu] });
  });
  afterAll(async () => {
    await bench.close();
  });

  const flood = async (): Promise<void> => {
    const result = await bench.run([bench.programs.c('lend', lender)], {
      stdout: { captureBytes: 0, maxBytes: endless },
      limits: { ...limits, wallUs: 1_500_000, outputBytes: endless },
    });
    expect(result.outcome).toBe('wall-limit');
  };

  it('leaves a neighbour its turns although a program keeps it busy without end', async () => {
    const supervisor = await onlySupervisor();
    const neighbour = spawn('taskset', ['-c', String(cpu), 'sh', '-c', 'while :; do :; done']);
    try {
      await once(neighbour, 'spawn');
      const began = performance.now();
      const before = [usedNs(supervisor), usedNs(neighbour.pid!)] as const;
      await flood();
      const elapsed = (performance.now() - began) * 1e6;
      const busy = usedNs(supervisor) - before[0];
      const left = usedNs(neighbour.pid!) - before[1];
      // A quarter of the time goes first; what is beyond it was dealt out fairly, to the neighbour as well.
      expect(busy).toBeLessThan(elapsed / 4 + 20e6 + 2 * left);
    } finally {
      neighbour.kill('SIGKILL');
    }
  });

  it('goes first again when it has made up for what it used', async () => {
    const supervisor = await onlySupervisor();
    const usual = policyOf(supervisor);
    await flood();
    for (let i = 0; i < 500 && policyOf(supervisor) !== usual; i++) await bench.sh('sleep 0.01');
    expect(policyOf(supervisor)).toBe(usual);
  });
});

/** The policy and the nice value, as proc(5) has them. */
function policyOf(pid: number): string {
  const fields =
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return `${String(fields[38])} ${String(fields[16])}`;
}
