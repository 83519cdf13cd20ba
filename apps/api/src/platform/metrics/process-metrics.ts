/** How this process is: what Node's own figures do not say. */
import type { LoopLagFigures } from '@sandglass/contracts';
import type { LogSink } from '@sandglass/service';
import { Counter, Gauge, type Registry } from 'prom-client';

/** @param logSink omitted: its lines are not counted */
export function registerProcessMetrics(
  registry: Registry,
  loopLag: () => LoopLagFigures | null,
  logSink: Pick<LogSink, 'dropped'> | undefined,
): void {
  const registers = [registry];
  const lag = new Gauge({
    name: 'sandglass_api_loop_lag_seconds',
    help: 'How late the event loop comes to what is due, of the latest five seconds',
    labelNames: ['quantile'],
    registers,
    collect() {
      lag.reset();
      const figures = loopLag();
      if (figures === null) return;
      lag.set({ quantile: '0.5' }, figures.p50Ms / 1000);
      lag.set({ quantile: '0.99' }, figures.p99Ms / 1000);
      lag.set({ quantile: '1' }, figures.maxMs / 1000);
    },
  });
  if (logSink === undefined) return;
  const dropped = new Counter({
    name: 'sandglass_api_log_lines_dropped_total',
    help: 'Log lines that could not be written, as on a full disk',
    registers,
    collect() {
      dropped.reset();
      dropped.inc(logSink.dropped);
    },
  });
}
