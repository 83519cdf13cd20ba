/** What a burn-in shows while it runs. */
import type { HostReport } from '@sandglass/contracts';
import { textTable } from '../local-judging/text-table.ts';
import { quantiles } from './report.ts';
import type { Recorder } from './recorder.ts';

export interface Progress {
  readonly recorder: Recorder;
  readonly host: HostReport;
  readonly throttledShare: number | null;
  readonly rebuilds: ReadonlyMap<number, number>;
  readonly seconds: number;
  readonly wantedSeconds: number;
}

/** A table that is drawn over itself, for a terminal. */
export class LiveTable {
  private readonly out: NodeJS.WriteStream;
  private lines = 0;

  constructor(out: NodeJS.WriteStream) {
    this.out = out;
  }

  show(progress: Progress): void {
    const width = (this.out.columns || 80) - 1;
    const lines = tableOf(progress).map((line) => line.slice(0, width));
    const back = this.lines === 0 ? '' : `\u001b[${this.lines}A`;
    this.out.write(`${back}${lines.map((line) => `\u001b[K${line}\n`).join('')}\u001b[J`);
    this.lines = lines.length;
  }
}

export function tableOf(progress: Progress): string[] {
  const { recorder, rebuilds, seconds, wantedSeconds } = progress;
  const rows = recorder.slots.map((slot) => {
    const { p50, p95, p99, max } = quantiles(slot.gaps, 1000);
    return [
      slot.ordinal,
      slot.cpus.join(','),
      slot.runs,
      slot.compilations,
      ...[p50, p95, p99, max].map((ms) => ms.toFixed(2)),
      (slot.peakBytes / 2 ** 20).toFixed(0),
      slot.failures,
      rebuilds.get(slot.ordinal) ?? 0,
    ];
  });
  const titles = [
    'slot',
    'CPU',
    'runs',
    'compiled',
    'gap p50',
    'p95',
    'p99',
    'max ms',
    'MiB',
    'failed',
    'new',
  ];
  const table = textTable(
    titles.map((title) => ({ title, align: 'right' as const })),
    rows,
  );
  return [
    `Burn-in, ${duration(seconds)} of ${duration(wantedSeconds)}; Ctrl-C ends it with what it has`,
    '',
    ...table.split('\n'),
    '',
    ...hostParts(progress).map((part) => `  ${part}`),
  ];
}

/** One line for a log. */
export function lineOf(progress: Progress): string {
  const { recorder, seconds } = progress;
  const { p50, p95, p99, max } = quantiles(recorder.gaps, 1000);
  const failed = recorder.failures > 0 ? `, ${recorder.failures} FAILED` : '';
  return (
    `${duration(seconds)}: ${recorder.gaps.count} runs${failed}, gap p50 ${p50.toFixed(2)} p95 ${p95.toFixed(2)} ` +
    `p99 ${p99.toFixed(2)} max ${max.toFixed(2)} ms; ${hostLine(progress)}`
  );
}

function hostLine(progress: Progress): string {
  return hostParts(progress).join(', ');
}

function hostParts({ host, throttledShare, recorder }: Progress): string[] {
  const share = (value: number | null): string => (value === null ? '–' : `${(value * 100).toFixed(1)} %`);
  const alarm = host.load[0] >= 2 * recorder.slots.length ? ' (2 × the slots or more)' : '';
  const place = host.dState.waits[0]?.where;
  return [
    `load ${host.load[0].toFixed(2)}${alarm}, D state ${host.dState.count}${place === undefined ? '' : ` (${place})`}`,
    `stolen ${share(host.stealRatio)}, throttled ${share(throttledShare)}, memory free ${(host.memory.availableBytes / 2 ** 30).toFixed(1)} GiB`,
  ];
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
