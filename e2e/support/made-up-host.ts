/** A judgehost that judges nothing and reports what a test makes up: how pages show a host in trouble. */
import { setInterval } from 'node:timers/promises';
import type { SandglassClient } from '@sandglass/client';
import type { HostCondition, HostReport } from '@sandglass/contracts';
import { aHostReport } from '@sandglass/contracts/testing/host-report';

export interface MadeUp {
  readonly condition: Partial<HostCondition>;
  readonly report?: Partial<HostReport>;
}

/** Its heartbeats come every second until it is disposed of, which revokes it: nobody misses it then. */
export async function madeUpHost(
  url: string,
  admin: SandglassClient,
  name: string,
  { condition, report = {} }: MadeUp,
): Promise<AsyncDisposable> {
  const { id, token } = await admin.createJudgehost(name);
  const post = async (path: string, body: object): Promise<void> => {
    const { status } = await fetch(`${url}/api/judgehost/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (status !== 200) throw new Error(`${path}: ${String(status)}`);
  };
  const now = (): HostReport => aHostReport({ hostname: name, takenAt: new Date().toISOString(), ...report });
  const beat = (): Promise<void> =>
    post('heartbeat', {
      slots: [],
      report: now(),
      condition: {
        state: 'healthy',
        since: new Date().toISOString(),
        reasons: [],
        allowed: { slots: 0, of: 1, why: null },
        calibration: null,
        gap: null,
        clock: { skewMs: -0.4, roundTripMs: 2 },
        cache: null,
        warmUps: [],
        untrusted: null,
        lastError: null,
        ...condition,
      },
    });
  await post('register', { name, slots: 1, compilers: [], report: now(), software: 'test' });
  const ended = new AbortController();
  async function goOn(): Promise<void> {
    for await (const _ of setInterval(1000, undefined, { signal: ended.signal })) await beat();
  }
  await beat();
  const beating = goOn().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  return {
    async [Symbol.asyncDispose]() {
      ended.abort();
      await beating;
      await admin.hosts.revoke(id);
    },
  };
}
