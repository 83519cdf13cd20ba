/**
 * A judgehost without a sandbox: it registers, sends heartbeats with figures that look like a contest, and judges
 * nothing. What its slots did is written by `history.ts`.
 */
import type { Advisory, Heartbeat, HostCondition, HostReport, SlotState } from '@sandglass/contracts';
import { advisories } from '@sandglass/host-health';

/**
 * What a simulated host suffers from; most nothing. `stuck`: its tasks hang in the kernel, as on hosts that ran a judge
 * which makes an IPC namespace for every run. `drifting`: its calibration program has become slower. `silent`: it
 * has gone.
 */
export type Trouble = 'none' | 'stuck' | 'drifting' | 'silent';

const gibibyte = 2 ** 30;

/** The advisories of a host with the kernel of `stuck`. */
const oldKernel: Advisory[] = advisories
  .filter(({ id }) => id === 'kernel-before-6.3')
  .map(({ id, severity, title, happens, remedy, source }) => ({
    id,
    severity,
    title,
    what: `The kernel is 5.15.0-91-generic. ${happens}`,
    remedy,
    ...(source === undefined ? {} : { source }),
  }));

export class SimulatedHost {
  readonly name: string;
  readonly #url: string;
  readonly #token: string;
  readonly #slots: number;
  trouble: Trouble = 'none';
  readonly #started = new Date().toISOString();
  #beats = 0;

  constructor(url: string, name: string, token: string, slots: number) {
    this.name = name;
    this.#url = url;
    this.#token = token;
    this.#slots = slots;
  }

  async register(): Promise<void> {
    await this.#post('/api/judgehost/register', {
      name: this.name,
      slots: this.#slots,
      compilers: ['c', 'cpp', 'java', 'python3'].map((language) => ({
        language,
        version: `${language} 12.2.0`,
      })),
      report: this.report(),
      software: '0.1.0',
    });
  }

  async beat(): Promise<void> {
    this.#beats += 1;
    const heartbeat: Omit<Heartbeat, 'running'> = {
      slots: this.#slotStates(),
      report: this.report(),
      condition: this.#condition(),
    };
    await this.#post('/api/judgehost/heartbeat', heartbeat);
  }

  /** A number that belongs to this host and this moment, 0…1: the same figures in every run. */
  #noise(kind: number): number {
    const seed =
      Math.sin(this.#beats * 12.9898 + kind * 78.233 + this.name.length * 37 + hash(this.name)) * 43758.5453;
    return seed - Math.floor(seed);
  }

  #slotStates(): SlotState[] {
    return Array.from({ length: this.#slots }, (_, ordinal) => {
      const noise = this.#noise(ordinal + 10);
      const state =
        noise < 0.15 ? 'idle' : noise < 0.25 ? 'compiling' : noise < 0.28 ? 'fetching' : 'running';
      return {
        ordinal,
        cpus: [ordinal],
        state,
        submissionId: null,
        test: state === 'running' ? Math.floor(noise * 40) : null,
        sinceMs: Math.floor(this.#noise(ordinal + 400) * 4000),
        rebuilds: 0,
      };
    });
  }

  #condition(): HostCondition {
    const unhealthy = this.trouble === 'stuck';
    const drift = this.trouble === 'drifting' ? 0.18 : unhealthy ? 0.3 : 0;
    const p50Us = Math.round((unhealthy ? 90_000 : 700) * (0.7 + this.#noise(1)));
    const cpuDrift = (this.#noise(2) - 0.5) * 0.02 + drift;
    return {
      state: unhealthy ? 'unhealthy' : drift > 0 ? 'degraded' : 'healthy',
      since: this.#started,
      reasons: this.#reasons(),
      allowed: {
        slots: unhealthy ? this.#slots / 2 : this.#slots,
        of: this.#slots,
        why: unhealthy ? 'Half of the slots until it is healthy again.' : null,
      },
      calibration: {
        runs: this.#beats,
        baselineCpuUs: 20_000,
        cpuUs: Math.round(20_000 * (1 + cpuDrift)),
        wallUs: Math.round(20_000 * (1.02 + cpuDrift)),
        cpuDrift,
        wallDrift: 0.02,
        lastAt: new Date().toISOString(),
      },
      gap: { runs: 500, p50Us, p95Us: p50Us * 4, p99Us: p50Us * 9, sinceMs: 60_000 },
      clock: { skewMs: (this.#noise(3) - 0.5) * 6, roundTripMs: 2 },
      cache: {
        files: 812,
        bytes: 3 * gibibyte,
        maxBytes: 20 * gibibyte,
        hits: 10_000 + this.#beats,
        misses: 812,
        fetchedBytes: 3 * gibibyte,
        evictions: 0,
        error: null,
      },
      warmUps: [],
      untrusted: null,
      lastError: null,
    };
  }

  #reasons(): HostCondition['reasons'] {
    if (this.trouble === 'stuck')
      return [
        {
          sign: 'd-state',
          state: 'unhealthy',
          text: '37 tasks hang in the kernel, as many as slots and more.',
        },
        { sign: 'gap', state: 'unhealthy', text: 'p95 of wall − CPU is 412 ms, more than 200 ms.' },
      ];
    if (this.trouble === 'drifting')
      return [
        {
          sign: 'calibration-cpu',
          state: 'degraded',
          text: 'The calibration program takes 18 % more CPU time than when the host was healthy.',
        },
      ];
    return [];
  }

  report(): HostReport {
    const slots = this.#slots;
    const stuck = this.trouble === 'stuck';
    const load = slots * (stuck ? 2.3 : 0.82 + this.#noise(4) * 0.15);
    const user = stuck ? 0.97 : 0.74 + this.#noise(5) * 0.1;
    const perSocket = Math.ceil(slots / 2);
    return {
      hostname: this.name,
      kernel: stuck ? '5.15.0-91-generic' : '6.8.0-45-generic',
      arch: 'x64',
      cpuModel: 'Intel(R) Xeon(R) Gold 6133 CPU @ 2.50GHz',
      cgroupMode: 'v2',
      cpus: {
        usable: Array.from({ length: slots }, (_, cpu) => cpu),
        slots,
        online: slots * 2,
        bounds: [
          { source: 'online', cpus: slots * 2, detail: `/sys/devices/system/cpu/online: 0-${slots * 2 - 1}` },
          { source: 'physical-cores', cpus: slots, detail: 'one slot per physical core' },
        ],
        summary: `${slots} of ${slots * 2}: 2 sockets × ${perSocket} cores × 2 threads: ${slots * 2} → ${slots} physical`,
        machine: `2 sockets × ${perSocket} cores × 2 threads, 2 NUMA nodes, 2 L3 caches`,
        placement: Array.from({ length: slots }, (_, ordinal) => ({
          ordinal,
          cpus: [ordinal],
          siblings: [ordinal + slots],
          node: ordinal % 2,
          socket: ordinal % 2,
          l3: ordinal % 2 === 0 ? '0-9' : '10-19',
          memoryNodes: [ordinal % 2],
        })),
      },
      load: [load, load * 0.95, load * 0.8],
      dState: stuck
        ? {
            count: 37,
            waits: [
              wait(
                'cgroup_kn_lock_live',
                24,
                'cgroup_mutex: Changes to control groups wait for one lock of the whole host.',
                4200,
              ),
              wait(
                'unregister_shrinker',
                9,
                'shrinker_rwsem: Mounting and memory groups wait while the kernel walks its shrinkers.',
                2600,
              ),
              wait(
                'synchronize_rcu',
                4,
                'RCU: A grace period: every CPU must have passed a quiet point.',
                1900,
              ),
            ],
          }
        : { count: 0, waits: [] },
      memory: {
        totalBytes: 128 * gibibyte,
        availableBytes: Math.round((80 + this.#noise(6) * 3) * gibibyte),
        cacheBytes: 30 * gibibyte,
        swapTotalBytes: 8 * gibibyte,
        swapFreeBytes: 8 * gibibyte,
      },
      disk: { path: '/var/lib/sandglass', totalBytes: 400 * gibibyte, freeBytes: 310 * gibibyte },
      stealRatio: 0,
      psi: { cpuSome10: stuck ? 61 : 3 + this.#noise(7) * 2, ioSome10: 0.2, memorySome10: 0 },
      vitals: {
        cpu: { user, system: 0.02, ioWait: 0.003, steal: 0, idle: Math.max(0, 1 - user - 0.023) },
        throttling: { group: '/', share: 0, stoppedMs: 0 },
        memory: { freeBytes: 40 * gibibyte, dirtyBytes: 12_000_000, minFreeBytes: 90_112 * 1024 },
        cgroups: { live: 140, dying: stuck ? 9026 : 0 },
        namespacesAgeMs: 12_000,
        namespaces: [
          { kind: 'ipc', count: slots + 1 },
          { kind: 'net', count: slots + 1 },
        ],
        tasks: { running: Math.round(load), total: 812 },
        temperatureC: 61 + this.#noise(8) * 4,
      },
      advisories: stuck ? oldKernel : [],
      takenAt: new Date().toISOString(),
    };
  }

  async #post(path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

const wait = (where: string, count: number, what: string, longestMs: number) => ({
  where,
  count,
  what,
  longestMs,
  tasks: ['runguard', 'judgedaemon'],
});

function hash(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 1000;
  return sum;
}
