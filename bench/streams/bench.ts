/**
 * What open pages cost while nothing happens: the live streams of 500 visitors, to whom the api sends a sign of life about
 * every two seconds. The same api is measured without streams and with them, in turn.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { startStack, type TestStack } from '@sandglass/testing';
import { barChart, barsOf } from '../lib/bar-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench } from '../lib/report.ts';
import { median, rounded } from '../lib/statistics.ts';

/** What an opened stream and its page's end cost is over by then, ms. */
const settledMs = 3_000;
const kernelTicksPerS = 100;

export const bench: Bench = {
  name: 'streams',
  summary: 'what 500 idle live streams cost the api: processor time and bytes of the signs of life',

  async run({ quick, progress }) {
    const [count, seconds, rounds] = quick ? [100, 3, 1] : [500, 20, 2];
    progress('starting a stack');
    await using stack = await startStack({ problems: [], judgehost: false, unthrottled: true });
    const rows: { streams: number; cpu_percent: number; bytes_per_stream_per_s: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const streams of [0, count]) {
        const readers = await openAll(stack, streams);
        await delay(settledMs);
        const [cpu, bytes, began] = [await cpuSeconds(stack), readers.bytes(), performance.now()];
        await delay(seconds * 1000);
        const lastedS = (performance.now() - began) / 1000;
        const share = ((await cpuSeconds(stack)) - cpu) / lastedS;
        const perStream = streams === 0 ? 0 : (readers.bytes() - bytes) / streams / lastedS;
        rows.push({
          streams,
          cpu_percent: rounded(share * 100),
          bytes_per_stream_per_s: rounded(perStream),
        });
        progress(`${streams} streams: ${(share * 100).toFixed(2)} % of a core`);
        readers.close();
        await delay(settledMs);
      }
    }
    const of = (streams: number) => rows.filter((row) => row.streams === streams);
    const cpuOf = (streams: number): number => median(of(streams).map((row) => row.cpu_percent));
    return {
      name: 'streams',
      machine: describeMachine(),
      figures: {
        streams: count,
        idle_cpu_percent: cpuOf(0),
        streams_cpu_percent: cpuOf(count),
        bytes_per_stream_per_s: median(of(count).map((row) => row.bytes_per_stream_per_s)),
      },
      rows,
    };
  },

  picture: ({ rows }) =>
    barChart(
      'Processor time of an idle api',
      '% of a core',
      barsOf(rows, 'streams', { cpu_percent: 'with so many streams' }),
    ),
};

/** Visitors of one address, as the screens of a hall are: as many as the api allows. */
async function openAll(
  { url, contest }: TestStack,
  count: number,
): Promise<{ bytes: () => number; close: () => void }> {
  let bytes = 0;
  const requests = Array.from({ length: count }, () =>
    get(`${url}/api/contests/${contest}/live`, { agent: false }),
  );
  const opened = requests.map(async (request) => {
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`a stream was refused: ${answer.statusCode}`);
    // It is cut off at the end.
    for (const stream of [request, answer]) stream.on('error', () => {});
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
  });
  await Promise.all(opened);
  return {
    bytes: () => bytes,
    close: () => {
      for (const request of requests) request.destroy();
    },
  };
}

async function cpuSeconds({ stack }: TestStack): Promise<number> {
  const pid = stack.api?.identity.pid;
  if (pid === undefined) throw new Error('the api of the stack is not running');
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / kernelTicksPerS;
}
