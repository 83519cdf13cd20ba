import type { RunReport } from '@sandglass/contracts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FileCacheFigures } from '../cache/file-cache.ts';
import type { ProgramFigures } from '../cache/program-store.ts';

/** Upper bounds in seconds, from the cost of a trivial run to the longest limits. */
const timeBuckets = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];

export interface MetricSources {
  slots(): { total: number; busy: number; broken: number };
  cache(): FileCacheFigures;
  programs(): ProgramFigures;
  /** Log lines that could not be written. */
  droppedLines(): number;
}

/** The judgehost's figures for Prometheus. Times are seconds, as its conventions ask. */
export class Metrics {
  readonly registry = new Registry();
  readonly tasks: Counter<'end'>;
  readonly compilations: Counter<'language' | 'result'>;
  readonly imageChanges: Counter;
  readonly reportSeconds: Histogram;
  readonly claimSeconds: Histogram;
  readonly #runs: Counter<'verdict'>;
  readonly #gap: Histogram;
  readonly #setup: Histogram;
  readonly #teardown: Histogram;
  readonly #cpuSeconds: Counter;

  constructor(sources: MetricSources) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    const histogram = (name: string, help: string): Histogram =>
      new Histogram({ name, help, buckets: timeBuckets, registers });
    this.tasks = new Counter({
      name: 'sandglass_judgehost_tasks_total',
      help: 'Judge tasks, by how they ended on this host',
      labelNames: ['end'],
      registers,
    });
    this.compilations = new Counter({
      name: 'sandglass_judgehost_compilations_total',
      help: 'Compilations of submissions',
      labelNames: ['language', 'result'],
      registers,
    });
    this.imageChanges = new Counter({
      name: 'sandglass_judgehost_image_changes_total',
      help: 'Slots rebuilt because a task needed another chroot image',
      registers,
    });
    this.#runs = new Counter({
      name: 'sandglass_judgehost_runs_total',
      help: 'Runs of test cases, by verdict',
      labelNames: ['verdict'],
      registers,
    });
    this.#cpuSeconds = new Counter({
      name: 'sandglass_judgehost_run_cpu_seconds_total',
      help: 'CPU time used by runs',
      registers,
    });
    this.#gap = histogram('sandglass_judgehost_run_gap_seconds', 'Wall time minus CPU time of a run');
    this.#setup = histogram(
      'sandglass_judgehost_run_setup_seconds',
      'Set-up of a run before its clocks start',
    );
    this.#teardown = histogram('sandglass_judgehost_run_teardown_seconds', 'Clean-up after a run');
    this.reportSeconds = histogram(
      'sandglass_judgehost_report_seconds',
      'A report to the api, repeats included',
    );
    this.claimSeconds = histogram('sandglass_judgehost_claim_seconds', 'A claim at the api');
    this.#gauges(sources);
    const dropped = new Counter({
      name: 'sandglass_judgehost_log_lines_dropped_total',
      help: 'Log lines that could not be written, as on a full disk',
      registers,
      collect() {
        dropped.reset();
        dropped.inc(sources.droppedLines());
      },
    });
  }

  observeRun(run: RunReport): void {
    this.#runs.inc({ verdict: run.verdict });
    this.#cpuSeconds.inc(run.cpuUs / 1e6);
    this.#gap.observe(Math.max(0, run.gapUs) / 1e6);
    this.#setup.observe(run.setupUs / 1e6);
    this.#teardown.observe(run.teardownUs / 1e6);
  }

  #gauges(sources: MetricSources): void {
    const { registry } = this;
    registry.registerMetric(
      new Gauge({
        name: 'sandglass_judgehost_slots',
        help: 'Slots of this host by state',
        labelNames: ['state'],
        registers: [],
        collect() {
          const { total, busy, broken } = sources.slots();
          this.set({ state: 'busy' }, busy);
          this.set({ state: 'broken' }, broken);
          this.set({ state: 'idle' }, total - busy - broken);
        },
      }),
    );
    registry.registerMetric(
      new Gauge({
        name: 'sandglass_judgehost_cache_bytes',
        help: 'Bytes of test data on this disk',
        registers: [],
        collect() {
          this.set(sources.cache().bytes);
        },
      }),
    );
    registry.registerMetric(
      new Gauge({
        name: 'sandglass_judgehost_programs',
        help: 'Programs of judgings in several tasks since the start: compiled here, fetched from another host, used by a further slot',
        labelNames: ['how'],
        registers: [],
        collect() {
          const { compiled, fetched, reused } = sources.programs();
          this.set({ how: 'compiled' }, compiled);
          this.set({ how: 'fetched' }, fetched);
          this.set({ how: 'reused' }, reused);
        },
      }),
    );
    registry.registerMetric(
      new Gauge({
        name: 'sandglass_judgehost_cache_lookups',
        help: 'Looks into the file cache since the start, by result',
        labelNames: ['result'],
        registers: [],
        collect() {
          const { hits, misses } = sources.cache();
          this.set({ result: 'hit' }, hits);
          this.set({ result: 'miss' }, misses);
        },
      }),
    );
  }
}
