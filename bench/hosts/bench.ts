import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  heartbeatAnswerSchema,
  registerAnswerSchema,
  type HostCondition,
  type HostReport,
} from '@sandglass/contracts';
import { readHostReport } from '@sandglass/host-health';
import { startStack, type TestStack } from '@sandglass/testing';
import { lineChart } from '../lib/line-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchReport } from '../lib/report.ts';
import { percentile, rounded } from '../lib/statistics.ts';

/** Hosts that fall silent for good at the end. */
const deaths = 5;
/** Between two looks at who is up. */
const lookMs = 500;

/**
 * Liveness with hundreds of hosts (S19): simulated judgehosts in this one process, each with a token of its own, send
 * real reports to a real api at the pace it asks for. Meanwhile /metrics is asked who is up: whoever is alive and is
 * not is a false "down". At the end some fall silent, and the time until that is known is taken.
 */
export const bench: Bench = {
  name: 'hosts',
  summary: 'heartbeats of 500 simulated judgehosts: false "down"s, and how soon a real death is known',

  async run({ quick, progress }) {
    const [count, seconds] = quick ? [100, 12] : [500, 600];
    progress('starting a stack');
    await using stack = await startStack({
      problems: [],
      judgehost: false,
      durable: true,
      unthrottled: true,
    });
    const report = await readHostReport();
    progress(`${String(count)} hosts join`);
    const hosts = await joinAll(stack, count, report);
    const watch = new Watch(stack);
    const started = performance.now();
    const cpu = await cpuSeconds(stack);
    const beating = hosts.map((host) => host.beat());
    // The first heartbeats of all of them have been heard.
    await delay(3000);
    const minutes: { atS: number; p50: number; p99: number }[] = [];
    let falseDowns = 0;
    while (performance.now() - started < seconds * 1000) {
      const down = await watch.down();
      falseDowns += down.length;
      if (down.length > 0) progress(`false down: ${down.slice(0, 5).join(', ')}`);
      const atS = (performance.now() - started) / 1000;
      if (atS >= (minutes.at(-1)?.atS ?? 0) + seconds / 12) {
        const recent = hosts.flatMap((host) => host.takeRecent());
        minutes.push({ atS, p50: percentile(recent, 0.5), p99: percentile(recent, 0.99) });
        progress(
          `${atS.toFixed(0)} s: ${String(recent.length)} heartbeats, p99 ${percentile(recent, 0.99).toFixed(0)} ms`,
        );
      }
      await delay(lookMs);
    }
    const lastedS = (performance.now() - started) / 1000;
    const beats = hosts.reduce((sum, host) => sum + host.latencies.length, 0);
    const usedCpu = (await cpuSeconds(stack)) - cpu;
    progress(`${String(deaths)} hosts fall silent`);
    const known = await deathsKnown(hosts.slice(0, deaths), watch);
    for (const host of hosts) host.stop();
    await Promise.all(beating);
    const all = hosts.flatMap((host) => host.latencies);
    return {
      name: 'hosts',
      machine: describeMachine(),
      figures: {
        hosts: count,
        seconds: rounded(lastedS),
        heartbeats_per_s: rounded(beats / lastedS),
        false_downs: falseDowns,
        failed_heartbeats: hosts.reduce((sum, host) => sum + host.failures, 0),
        death_known_s_max: rounded(Math.max(...known)),
        heartbeat_ms_p50: rounded(percentile(all, 0.5)),
        heartbeat_ms_p99: rounded(percentile(all, 0.99)),
        api_cpu_share: rounded(usedCpu / lastedS),
      },
      rows: minutes.map(({ atS, p50, p99 }) => ({
        second: Math.round(atS),
        heartbeat_ms_p50: rounded(p50),
        heartbeat_ms_p99: rounded(p99),
      })),
    };
  },

  picture: (report: BenchReport) =>
    lineChart({
      title: `Heartbeats of ${String(report.figures['hosts'])} judgehosts: ${String(report.figures['false_downs'])} false downs`,
      x: 'seconds',
      y: 'ms',
      series: (['heartbeat_ms_p50', 'heartbeat_ms_p99'] as const).map((key) => ({
        name: key.replace('heartbeat_ms_', 'answer to a heartbeat, '),
        points: report.rows.map((row) => [Number(row['second']), Number(row[key])] as const),
      })),
    }),
};

class SimulatedHost {
  readonly name: string;
  readonly latencies: number[] = [];
  failures = 0;
  silentSince: number | undefined;
  readonly #url: string;
  readonly #token: string;
  readonly #report: HostReport;
  readonly #stopping = new AbortController();
  #everyMs = 2000;
  #taken = 0;

  constructor(url: string, name: string, token: string, report: HostReport) {
    this.#url = url;
    this.name = name;
    this.#token = token;
    this.#report = report;
  }

  async register(): Promise<void> {
    const answer = await this.#post('/api/judgehost/register', {
      name: this.name,
      slots: 4,
      compilers: [{ language: 'cpp', version: 'g++ 12' }],
      report: this.#report,
      software: 'bench',
    });
    this.#everyMs = registerAnswerSchema.parse(await answer.json()).heartbeatMs;
  }

  /** One heartbeat after another, as a judgehost does it, until it is stopped. */
  async beat(): Promise<void> {
    // They were not switched on in the same moment.
    await this.#pause(Math.random() * this.#everyMs);
    while (!this.#stopping.signal.aborted) {
      const started = performance.now();
      try {
        const answer = await this.#post('/api/judgehost/heartbeat', this.#heartbeat());
        heartbeatAnswerSchema.parse(await answer.json());
        this.latencies.push(performance.now() - started);
      } catch {
        this.failures += 1;
      }
      await this.#pause(Math.max(0, started + this.#everyMs - performance.now()));
    }
  }

  stop(): void {
    this.silentSince ??= performance.now();
    this.#stopping.abort();
  }

  /** Latencies since the last call. */
  takeRecent(): number[] {
    const recent = this.latencies.slice(this.#taken);
    this.#taken = this.latencies.length;
    return recent;
  }

  #heartbeat(): object {
    const condition: HostCondition = {
      state: 'calm',
      since: this.#report.takenAt,
      reasons: [],
      allowed: { slots: 4, of: 4, why: null },
      sentinel: null,
      gap: { runs: 200, p50Us: 200, p95Us: 700, p99Us: 1500, sinceMs: 60_000 },
      clock: { skewMs: 0.2, roundTripMs: 1 },
      cache: null,
      warmUps: [],
      untrusted: null,
      lastError: null,
    };
    const slots = [0, 1, 2, 3].map((ordinal) => ({
      ordinal,
      cpus: [ordinal],
      state: 'idle',
      submissionId: null,
      test: null,
      sinceMs: 1000,
      rebuilds: 0,
      image: null,
      imageChanges: 0,
    }));
    return { slots, report: { ...this.#report, takenAt: new Date().toISOString() }, running: [], condition };
  }

  async #post(path: string, body: object): Promise<Response> {
    const answer = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) throw new Error(`${path}: ${String(answer.status)}`);
    return answer;
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

/** Who is up, as Prometheus would see it. */
class Watch {
  readonly #stack: TestStack;

  constructor(stack: TestStack) {
    this.#stack = stack;
  }

  async down(): Promise<string[]> {
    const text = await (await this.#stack.admin.http.request('GET', '/metrics')).text();
    return [...text.matchAll(/^sandglass_judgehost_up\{judgehost="([^"]+)"\} 0$/gm)].map(
      ([, name]) => name ?? '',
    );
  }
}

async function joinAll(stack: TestStack, count: number, report: HostReport): Promise<SimulatedHost[]> {
  const hosts: SimulatedHost[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `simulated-${String(index)}`;
    const { token } = await stack.admin.createJudgehost(name);
    hosts.push(new SimulatedHost(stack.url, name, token, report));
  }
  // The pace they are told depends on how many there are: all are known by now.
  for (const host of hosts) await host.register();
  return hosts;
}

/** Seconds from each host's last sign of life to its being down. */
async function deathsKnown(dying: readonly SimulatedHost[], watch: Watch): Promise<number[]> {
  for (const host of dying) host.stop();
  const known = new Map<string, number>();
  const deadline = performance.now() + 60_000;
  while (known.size < dying.length && performance.now() < deadline) {
    const down = new Set(await watch.down());
    for (const { name, silentSince = 0 } of dying)
      if (down.has(name) && !known.has(name)) known.set(name, (performance.now() - silentSince) / 1000);
    await delay(lookMs / 2);
  }
  return dying.map(({ name }) => known.get(name) ?? 60);
}

/** CPU time of the api's process so far: the kernel counts it in hundredths. */
async function cpuSeconds({ stack }: TestStack): Promise<number> {
  const pid = stack.api?.identity.pid;
  if (pid === undefined) return 0;
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
