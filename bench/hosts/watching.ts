import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { eventStream } from '@sandglass/client';
import type { MonitorMessage } from '@sandglass/contracts';
import type { TestStack } from '@sandglass/testing';

/** Who is up, as Prometheus would see it. @returns names of hosts that are down */
export async function downInMetrics(stack: TestStack): Promise<string[]> {
  const text = await (await stack.admin.http.request('GET', '/metrics')).text();
  return [...text.matchAll(/^sandglass_judgehost_up\{judgehost="([^"]+)"\} 0$/gm)].map(
    ([, name]) => name ?? '',
  );
}

/** A page that is open all the time: receives every host that changes, and alarms. */
export class Page implements AsyncDisposable {
  /** When a host was first called down, and when its alarm was raised; ms of `performance.now`. */
  readonly down = new Map<string, number>();
  readonly alarm = new Map<string, number>();
  /** Times the stream had to be opened again. */
  broken = 0;
  readonly #stack: TestStack;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;

  constructor(stack: TestStack) {
    this.#stack = stack;
    this.#ended = this.#read();
  }

  async #read(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        const { http } = this.#stack.jury;
        // Looked at only: checking hundreds of lines twice a second would be this process's main work.
        const asItIs = (value: unknown): MonitorMessage => value as MonitorMessage;
        const { signal } = this.#closing;
        for await (const message of eventStream(http, '/api/monitor/live?watch=hosts', asItIs, signal))
          this.#note(message);
      } catch {
        // Counted below: it is opened again.
      }
      if (this.#closing.signal.aborted) return;
      this.broken += 1;
      await delay(100);
    }
  }

  #note(message: MonitorMessage): void {
    const now = performance.now();
    if (message.type === 'hosts') {
      for (const { name, online } of message.hosts)
        if (!online && !this.down.has(name)) this.down.set(name, now);
    } else if (message.type === 'alarms') {
      for (const { rule, judgehost } of message.alarms)
        if (rule === 'silent-host' && judgehost !== null && !this.alarm.has(judgehost))
          this.alarm.set(judgehost, now);
    }
  }

  /** @returns how many hosts were called down, or had an alarm, so far */
  forget(): number {
    const count = new Set([...this.down.keys(), ...this.alarm.keys()]).size;
    this.down.clear();
    this.alarm.clear();
    return count;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#ended;
  }
}
