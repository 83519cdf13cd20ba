import { describe, expect, it } from 'vitest';
import { runCommand, whyNoSandbox } from '../testing/run-command.ts';

describe('./sandglass doctor', () => {
  it('says what this host is, and how its CPUs were derived', async () => {
    const { stdout } = await runCommand(['doctor']);
    expect(stdout).toMatch(/^Kernel +\d+\.\d+/m);
    expect(stdout).toMatch(/^CPUs +\d+ of \d+/m);
    expect(stdout).toMatch(/^ +\d+ +affinity +Cpus_allowed_list \d+/m);
    expect(stdout).toMatch(/^ +\d+ +physical-cores +1 socket|^ +\d+ +physical-cores +\d+ sockets/m);
    expect(stdout).toContain('< decides');
    expect(stdout).toMatch(/^Slots +\d+ on CPU \d+/m);
    expect(stdout).toMatch(/^ +socket 0, node 0/m);
    expect(stdout).toMatch(/S0:\d+/);
    expect(stdout).toMatch(/^Compilers$/m);
  });

  it.skipIf(whyNoSandbox() !== null)('tries the sandbox when it is root', async () => {
    const { status, stdout } = await runCommand(['doctor', '--json']);
    const diagnosis = JSON.parse(stdout) as { condition: string };
    // What a host lacks besides the sandbox is its own affair: the status must fit what is said of it.
    expect(diagnosis.condition).toBe(['fine', 'weaker', 'unusable'][status ?? -1]);
    expect(diagnosis).toMatchObject({
      cpus: { summary: expect.any(String), bounds: expect.any(Array) },
      compilers: expect.arrayContaining([expect.objectContaining({ language: expect.any(String) })]),
      sandbox: { usable: true },
      obstacles: expect.any(Array),
      weaker: expect.any(Array),
      slots: expect.arrayContaining([expect.objectContaining({ ordinal: 0, cpus: [expect.any(Number)] })]),
    });
  });

  it.skipIf(whyNoSandbox() !== null)('says less without root, and why', async () => {
    const { status, stdout } = await runCommand(['doctor'], { uid: 65_534, gid: 65_534 });
    expect([1, 2]).toContain(status);
    expect(stdout).toContain('run this as root to try it');
  });

  it('makes as many slots as it is asked for, and refuses what is no number', async () => {
    const { stdout } = await runCommand(['doctor', '--json', '--slots', '1']);
    expect((JSON.parse(stdout) as { slots: unknown[] }).slots).toHaveLength(1);
    const wrong = await runCommand(['doctor', '--reserve', 'all']);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('--reserve must be a whole number');
  });
});
