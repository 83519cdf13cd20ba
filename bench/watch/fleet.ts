/** Simulated judgehosts, and which of them fall ill. */
import type { SandglassClient } from '@sandglass/client';
import { SimulatedHost, type Trouble } from './simulated-host.ts';

export interface FleetOptions {
  readonly hosts: number;
  readonly slots: number;
  readonly heartbeatMs: number;
}

/** A system of forty hosts on a bad day, by place. */
const troubles: ReadonlyMap<number, Exclude<Trouble, 'none'>> = new Map([
  [7, 'stuck'],
  [13, 'silent'],
  [19, 'stuck'],
  [25, 'drifting'],
  [31, 'stuck'],
]);

/** The rule whose alarm must be raised for each trouble. */
export const alarmOf = { stuck: 'd-state', drifting: 'drift', silent: 'silent-host' } as const;

export class SimulatedFleet implements AsyncDisposable {
  readonly hosts: readonly SimulatedHost[];
  readonly #stop = new AbortController();
  readonly #loops: Promise<void>[];
  #failures = 0;

  private constructor(hosts: readonly SimulatedHost[], heartbeatMs: number) {
    this.hosts = hosts;
    this.#loops = hosts.map((host, index) =>
      this.#loop(host, heartbeatMs, (index * heartbeatMs) / hosts.length),
    );
  }

  static async start(url: string, admin: SandglassClient, options: FleetOptions): Promise<SimulatedFleet> {
    const hosts: SimulatedHost[] = [];
    for (let index = 1; index <= options.hosts; index += 1) {
      const name = `judge-${String(index).padStart(2, '0')}`;
      const { token } = await admin.createJudgehost(name);
      const host = new SimulatedHost(url, name, token, options.slots);
      await host.register();
      hosts.push(host);
    }
    return new SimulatedFleet(hosts, options.heartbeatMs);
  }

  /** From now on some are ill. @returns who, and of what */
  fallIll(): ReadonlyMap<string, Exclude<Trouble, 'none'>> {
    const ill = new Map<string, Exclude<Trouble, 'none'>>();
    for (const [place, trouble] of troubles) {
      const host = this.hosts[place - 1];
      if (host === undefined) continue;
      host.trouble = trouble;
      ill.set(host.name, trouble);
    }
    return ill;
  }

  /** Heartbeats that were not answered well. */
  get failures(): number {
    return this.#failures;
  }

  async #loop(host: SimulatedHost, everyMs: number, afterMs: number): Promise<void> {
    const pause = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#stop.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    await pause(afterMs);
    while (!this.#stop.signal.aborted) {
      const started = performance.now();
      if (host.trouble !== 'silent')
        await host.beat().catch(() => {
          this.#failures += 1;
        });
      await pause(Math.max(0, everyMs - (performance.now() - started)));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops);
  }
}
