import { describe, expect, it } from 'vitest';
import { runCommand, whyNoSandbox } from '../testing/run-command.ts';

describe('./sandglass doctor', () => {
  it('says what this host is, and how its CPUs were derived', async () => {
    const { stdout } = await runCommand(['doctor']);
    expect(stdout).toMatch(/^Kernel +\d+\.\d+/m);
    expect(stdout).toMatch(/^CPUs +\d+ of \d+/m);
    expect(stdout).toMatch(/^ +affinity: \d+/m);
    expect(stdout).toMatch(/^Slots +0 on CPU \d+/m);
    expect(stdout).toMatch(/^Compilers$/m);
  });

  it.skipIf(whyNoSandbox() !== null)('tries the sandbox when it is root', async () => {
    const { status, stdout } = await runCommand(['doctor', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      canJudge: true,
      cpus: { summary: expect.any(String), bounds: expect.any(Array) },
      compilers: expect.arrayContaining([expect.objectContaining({ language: expect.any(String) })]),
      sandbox: { usable: true },
      weaker: expect.any(Array),
    });
  });

  it.skipIf(whyNoSandbox() !== null)('says less without root, and why', async () => {
    const { status, stdout } = await runCommand(['doctor'], { uid: 65_534, gid: 65_534 });
    expect(status).toBe(0);
    expect(stdout).toContain('run this as root to try it');
  });
});
