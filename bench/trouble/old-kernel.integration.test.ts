/**
 * A judgehost on Linux 6.1 in an emulated machine: it joins, judges and gets advisories about its kernel. About a
 * minute, nearly all of it the start. To become unhealthy and healthy again takes minutes on a busy machine, and is in
 * the bench alone.
 */
import { prepareMachine } from '@sandglass/old-kernel';
import { waitFor } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmulatedEnvironment, type EmulatedEnvironment } from './machine.ts';

const preparation = await prepareMachine();
const name = 'a judgehost on a kernel older than 6.3';

describe.skipIf(!preparation.ready)(
  preparation.ready ? name : `${name} (skipped: ${preparation.reason})`,
  () => {
    const lines: string[] = [];
    let environment: EmulatedEnvironment;

    beforeAll(async () => {
      environment = await openEmulatedEnvironment((line) => lines.push(line));
    }, 400_000);

    afterAll(() => environment?.[Symbol.asyncDispose]());

    it('has joined with its token and judges what was handed in, compiled there', async () => {
      const { stack, host } = environment;
      const [known] = await stack.admin.judgehosts();
      expect(known?.name, lines.join('\n')).toBe(host);
      expect(known?.report?.kernel).toMatch(/^6\.1\./);
      expect(known?.report?.cgroupMode).toBe('v2');
      const verdicts = async () =>
        (await stack.jury.submissions(stack.contest)).submissions.map(({ verdict }) => verdict);
      await waitFor(
        'a correct program to be accepted',
        async () => (await verdicts()).includes('AC'),
        120_000,
      );
    }, 150_000);

    it('gets advisories about its kernel, and what our sandbox does about it', async () => {
      const [known] = await environment.stack.admin.judgehosts();
      const ids = known?.report?.advisories?.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(['kernel-before-6.3', 'memory-peak-not-resettable']));
    });
  },
);
