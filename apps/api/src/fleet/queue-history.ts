/**
 * How long the queue was over the last hours: in memory, and written down every few seconds, so that a restart of the
 * api forgets none of it.
 */
import type { QueueSample } from '@sandglass/contracts';
import { queueEveryMs, type QueueSampleRepository, queueReachMs } from './queue-sample-repository.ts';

const maxSamples = queueReachMs / queueEveryMs;
/** Points of an answer: more than are apart on a screen. */
const maxSent = 500;
/** Kept for a database that does not answer: what is written at once. */
const maxUnwritten = 300;

export class QueueHistory {
  readonly #record: Pick<QueueSampleRepository, 'read' | 'write'>;
  #samples: QueueSample[] = [];
  #unwritten: QueueSample[] = [];

  constructor(record: Pick<QueueSampleRepository, 'read' | 'write'>) {
    this.#record = record;
  }

  /** What was before this process began. @param nowMs the clock */
  async open(nowMs: number): Promise<void> {
    const before = await this.#record.read(new Date(nowMs - queueReachMs));
    const own = this.#samples[0]?.at ?? Number.POSITIVE_INFINITY;
    this.#samples = [...before.filter(({ at }) => at < own), ...this.#samples];
  }

  sample(sample: QueueSample): void {
    const last = this.#samples.at(-1);
    // Also after our clock was set back by an hour: the next one does not wait for that hour.
    if (last !== undefined && Math.abs(sample.at - last.at) < queueEveryMs - 100) return;
    this.#samples.push(sample);
    this.#unwritten.push(sample);
    if (this.#samples.length > maxSamples) this.#samples.splice(0, 100);
    if (this.#unwritten.length > maxUnwritten) this.#unwritten.shift();
  }

  /** Writes down what came since the last time. */
  async keep(): Promise<void> {
    const samples = this.#unwritten;
    if (samples.length === 0) return;
    this.#unwritten = [];
    try {
      await this.#record.write(samples);
    } catch (error) {
      this.#unwritten = [...samples, ...this.#unwritten].slice(-maxUnwritten);
      throw error;
    }
  }

  get latest(): QueueSample | null {
    return this.#samples.at(-1) ?? null;
  }

  /** Of several that are as one on a screen, the one with the longest queue. */
  between(from: number, until: number): QueueSample[] {
    const within = this.#samples.filter(({ at }) => at >= from - queueEveryMs * 2 && at <= until);
    const step = Math.ceil(within.length / maxSent);
    if (step <= 1) return within;
    const groups = Map.groupBy(within, ({ at }) => Math.floor(at / (step * queueEveryMs)));
    return [...groups.values()].flatMap((group) => group.toSorted((a, b) => b.due - a.due)[0] ?? []);
  }
}
