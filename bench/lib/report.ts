/** The one object that `./sandglass bench NAME --json` prints. */
export interface BenchReport {
  readonly name: string;
  readonly machine: MachineDescription;
  /** The figures that are claimed, by key; units are part of the key (`_us`, `_ms`, `_per_s`, `_ratio`). */
  readonly figures: Readonly<Record<string, number>>;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

export interface MachineDescription {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly kernel: string;
  readonly node: string;
  readonly at: string;
}

/** What a bench module exports. */
export interface Bench {
  readonly name: string;
  /** One line for `bench list`. */
  readonly summary: string;
  run(options: BenchOptions): Promise<BenchReport>;
  /** The picture made of a report, as SVG text. */
  picture?(report: BenchReport): string;
}

export interface BenchOptions {
  /** Fewer rounds, for a check that it works; figures are then rough. */
  readonly quick: boolean;
  /** The results are kept: a bench with pictures of its own, beside its chart, makes them as well. */
  readonly save?: boolean;
  /** Progress lines, never on standard output. */
  readonly progress: (line: string) => void;
}
