/** A judgehost on Linux 6.1 in an emulated machine: it joins, judges, gets sick and well. About two minutes, half of them its start. */
import { prepareMachine } from '@sandglass/old-kernel';
import { waitFor } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFarWard, type FarWard } from './machine.ts';
import { openAlarms } from './ward.ts';

const preparation = await prepareMachine();
const name = 'a judgehost on a kernel older than 6.3';

describe.skipIf(!preparation.ready)(
  preparation.ready ? name : `${name} (skipped: ${preparation.reason})`,
  () => {
    const lines: string[] = [];
    let ward: FarWard;

    beforeAll(async () => {
      ward = await openFarWard((line) => lines.push(line));
    }, 400_000);

    afterAll(() => ward[Symbol.asyncDispose]());

    it('has joined with its token and judges what was handed in, compiled there', async () => {
      const { stack, host } = ward;
      const [known] = await stack.admin.judgehosts();
      expect(known, lines.join('\n')).toMatchObject({ name: host, online: true });
      expect(known?.report?.kernel).toMatch(/^6\.1\./);
      expect(known?.report?.cgroupMode).toBe('v2');
      const { submissions } = await stack.jury.submissions(stack.contest);
      expect(submissions.map(({ verdict }) => verdict)).toContain('AC');
    });

    it('is told what its kernel does, and what our sandbox does about it', async () => {
      const [known] = await ward.stack.admin.judgehosts();
      const ids = known?.report?.advisories?.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(['kernel-before-6.3', 'memory-peak-not-resettable']));
    });

    it('rings when a judge of the old kind makes tasks wait in its kernel, and names where; then is quiet again', async () => {
      const { stack } = ward;
      const stuck = async () => (await openAlarms(stack, ['d-state']))[0];
      ward.makeSick();
      try {
        await waitFor('the alarm', async () => (await stuck()) !== undefined, 60_000);
        expect((await stuck())?.text).toMatch(/wait in the kernel/);
      } finally {
        ward.makeWell();
      }
      await waitFor('the end of the alarm', async () => (await stuck()) === undefined, 120_000);
    }, 200_000);
  },
);
