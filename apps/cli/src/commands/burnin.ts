import { closeSync, openSync, writeFileSync } from 'node:fs';
import { burnIn, BurnInError } from '../burnin/burn-in.ts';
import { burnInChart } from '../burnin/chart.ts';
import { lineOf, LiveTable, type Progress } from '../burnin/live-view.ts';
import type { BurnInReport } from '../burnin/report.ts';
import { UsageError, type Command } from '../platform/command.ts';
import { slotWishesOf, slotWishOptions, slotWishUsage } from '../platform/slot-wishes.ts';
import { complain, say, sayJson } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';

const defaultMinutes = 10;
/** A week. */
const maxMinutes = 7 * 24 * 60;
const logEverySeconds = 10;

export const command: Command = {
  name: 'burnin',
  summary: 'judge for minutes on every slot, watch the host, recommend slots and a wall-time limit',
  usage: `Usage: ./sandglass burnin [--minutes M] [--slots N] [--json FILE] [--svg FILE]

Judges real submissions on every slot (compilations, short runs, runs of 200 ms, runs that
touch memory), shows the gap between wall and CPU time, load, tasks stuck in the kernel,
stolen and throttled time, and ends with a recommendation and its reasons. Needs root and
a C compiler. Nothing else should run on the host. Ctrl-C ends it with what it has.

  --minutes M   how long (default ${defaultMinutes}; fractions are allowed)
${slotWishUsage}
  --json FILE   everything that was measured; - for standard output, and nothing else there
  --svg FILE    the gap, the load and the stuck tasks over time, as a picture

Exit status 0 when the host is sound or usable with the advice, 1 when its timing cannot
be trusted or nothing could be measured.`,
  async run(argv) {
    const { values } = readWords(argv, {
      options: {
        ...slotWishOptions,
        minutes: { type: 'string', default: String(defaultMinutes) },
        json: { type: 'string' },
        svg: { type: 'string' },
      },
    });
    const minutes = Number(values.minutes);
    if (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(values.minutes) || !(minutes > 0 && minutes <= maxMinutes)) {
      throw new UsageError(
        `--minutes must be a number above 0 and up to ${maxMinutes}, not "${values.minutes}"`,
      );
    }
    const wishes = slotWishesOf(values);
    for (const option of ['json', 'svg'] as const) mustBeWritable(option, values[option]);
    const stop = new AbortController();
    const interrupted = (): void => {
      // Who asks twice does not want to wait; the broker ends everything when this process is gone.
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
    };
    process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
    try {
      const onProgress = progressView();
      const report = await burnIn({ wishes, seconds: minutes * 60, signal: stop.signal, onProgress });
      if (values.svg !== undefined) writeFileSync(values.svg, burnInChart(report));
      if (values.json === '-') sayJson(report);
      else {
        if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
        say(summaryOf(report));
      }
      return report.recommendation.rating === 'poor' ? 1 : 0;
    } catch (error) {
      if (!(error instanceof BurnInError)) throw error;
      complain(`sandglass burnin: ${error.message}`);
      return 1;
    } finally {
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    }
  },
};

/** Tried before the minutes are spent. @throws UsageError */
function mustBeWritable(option: 'json' | 'svg', path: string | undefined): void {
  if (path === undefined || (option === 'json' && path === '-')) return;
  try {
    closeSync(openSync(path, 'a'));
  } catch (error) {
    throw new UsageError(`--${option} ${path} cannot be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** A live table on a terminal, a line now and then elsewhere; never on standard output. */
function progressView(): (progress: Progress) => void {
  if (process.stderr.isTTY) {
    const table = new LiveTable(process.stderr);
    return (progress) => {
      table.show(progress);
    };
  }
  let reportedAt = 0;
  return (progress) => {
    if (progress.seconds - reportedAt < logEverySeconds) return;
    reportedAt = progress.seconds;
    complain(lineOf(progress));
  };
}

function summaryOf({ recommendation, total, slots, minutes, interrupted }: BurnInReport): string {
  const { rating, wallFactor, wallMarginMs, reasons } = recommendation;
  const verdict = { sound: 'sound', watch: 'usable, with care', poor: 'NOT to be trusted' }[rating];
  const failures = slots.flatMap(({ ordinal, lastFailure }) =>
    lastFailure === null ? [] : [`  slot ${ordinal} failed: ${lastFailure.split('\n')[0] ?? ''}`],
  );
  return [
    `${total.runs} runs on ${slots.length} slot${slots.length === 1 ? '' : 's'} in ${minutes.toFixed(1)} min${interrupted ? ' (interrupted)' : ''}, ${total.runsPerSecond} a second.`,
    ...failures,
    '',
    `This host's timing is ${verdict}.`,
    `  slots:            ${recommendation.slots}`,
    `  wall-time limit:  ${wallFactor} × CPU limit + ${wallMarginMs / 1000} s`,
    'because',
    ...reasons.map((reason) => `  - ${reason}`),
  ].join('\n');
}
