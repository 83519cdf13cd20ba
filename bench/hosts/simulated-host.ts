import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  heartbeatAnswerSchema,
  registerAnswerSchema,
  type HostCondition,
  type HostReport,
} from '@sandglass/contracts';

/**
 * A judgehost without slots that judge: it registers, and reports that it is healthy, at the pace that the api asks
 * for.
 */
export class SimulatedHost {
  readonly name: string;
  readonly latencies: number[] = [];
  failures = 0;
  /** When the last heartbeat that was answered was sent; ms of `performance.now`. */
  lastSignMs = 0;
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
        this.lastSignMs = started;
      } catch {
        this.failures += 1;
      }
      await this.#pause(Math.max(0, started + this.#everyMs - performance.now()));
    }
  }

  /** Falls silent for good, at this moment of its beat. */
  stop(): void {
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
      state: 'healthy',
      since: this.#report.takenAt,
      reasons: [],
      allowed: { slots: 4, of: 4, why: null },
      calibration: null,
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
