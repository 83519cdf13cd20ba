import type { RunReport, Verdict } from '@sandglass/contracts';
import { Counter, Histogram, type Registry } from 'prom-client';

const microsecondsPerSecond = 1_000_000;

/** Figures of judging, as the api sees it: what every host's runs measured, how long submissions waited. */
export class JudgingMetrics {
  readonly #gap: Histogram<'judgehost'>;
  readonly #setup: Histogram<'judgehost'>;
  readonly #runs: Counter<'judgehost' | 'verdict'>;
  readonly #judgings: Counter<'verdict'>;
  readonly #wait: Histogram;
  readonly #total: Histogram;
  readonly #lostLeases: Counter;
  readonly #suspects: Counter<'judgehost'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#gap = new Histogram({
      name: 'sandglass_run_gap_seconds',
      help: 'Wall time minus CPU time of a test run: what the host, not the program, took',
      labelNames: ['judgehost'],
      buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
      registers,
    });
    this.#setup = new Histogram({
      name: 'sandglass_run_setup_seconds',
      help: 'Set-up and tear-down of the sandbox around a test run, never charged to the contestant',
      labelNames: ['judgehost'],
      buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1],
      registers,
    });
    this.#runs = new Counter({
      name: 'sandglass_runs_total',
      help: 'Test runs reported',
      labelNames: ['judgehost', 'verdict'],
      registers,
    });
    this.#judgings = new Counter({
      name: 'sandglass_judgings_total',
      help: 'Judgings finished',
      labelNames: ['verdict'],
      registers,
    });
    this.#wait = new Histogram({
      name: 'sandglass_judging_wait_seconds',
      help: 'From the commit of a judging to the claim of a task of it',
      buckets: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600],
      registers,
    });
    this.#total = new Histogram({
      name: 'sandglass_judging_seconds',
      help: 'From the commit of a judging to its verdict',
      buckets: [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600],
      registers,
    });
    this.#suspects = new Counter({
      name: 'sandglass_suspect_runs_total',
      help: 'Runs made again because the program was starved, not slow',
      labelNames: ['judgehost'],
      registers,
    });
    this.#lostLeases = new Counter({
      name: 'sandglass_lost_leases_total',
      help: 'Judge tasks whose host fell silent',
      registers,
    });
  }

  /** A run whose time was not believed is made again. */
  suspect(judgehost: string): void {
    this.#suspects.inc({ judgehost });
  }

  claimed(waitedMs: number): void {
    this.#wait.observe(waitedMs / 1000);
  }

  runs(judgehost: string, runs: readonly RunReport[]): void {
    for (const run of runs) {
      this.#gap.observe({ judgehost }, Math.max(0, run.gapUs) / microsecondsPerSecond);
      this.#setup.observe({ judgehost }, (run.setupUs + run.teardownUs) / microsecondsPerSecond);
      this.#runs.inc({ judgehost, verdict: run.verdict });
    }
  }

  judged(verdict: Verdict, ms: number): void {
    this.#judgings.inc({ verdict });
    this.#total.observe(ms / 1000);
  }

  leaseLost(): void {
    this.#lostLeases.inc();
  }
}
