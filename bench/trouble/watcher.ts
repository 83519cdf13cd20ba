/** Somebody who watches the judging, as the administrator's pages do: what the live stream sends, and when. */
import type { Alarm, AlarmRuleId, HealthState, HostRow } from '@sandglass/contracts';
import type { SandglassClient } from '@sandglass/client';
import type { Environment } from './environment.ts';

const pollMs = 50;

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

export class Watcher implements AsyncDisposable {
  readonly #host: string;
  readonly #say: (line: string) => void;
  readonly #close = new AbortController();
  readonly #received = Promise.withResolvers<void>();
  readonly #stream: Promise<void>;
  #failed: unknown = null;
  #alarms: readonly Alarm[] = [];
  #state: HealthState | null = null;
  #sinceMs = Date.now();

  private constructor({ stack: { admin }, host }: Environment, say: (line: string) => void) {
    this.#host = host;
    this.#say = say;
    this.#stream = this.#follow(admin).catch((error: unknown) => {
      this.#failed = error;
      this.#received.reject(error);
    });
  }

  /**
   * Resolves when it has received the raised alarms. @param say called with what changes, with the seconds since {@link
   * mark}
   */
  static async open(environment: Environment, say: (line: string) => void): Promise<Watcher> {
    const watcher = new Watcher(environment, say);
    await watcher.#received.promise;
    return watcher;
  }

  /** Seconds are counted from now on. */
  mark(what: string): void {
    this.#sinceMs = Date.now();
    this.#report(what);
  }

  /** The raised alarms, of these rules or any. */
  raised(rules?: readonly AlarmRuleId[]): readonly Alarm[] {
    return rules === undefined ? this.#alarms : this.#alarms.filter(({ rule }) => rules.includes(rule));
  }

  /** Whether an alarm of these rules is raised in time; null: none is. */
  async alarm(rules: readonly AlarmRuleId[], withinMs: number): Promise<Alarm | null> {
    await this.#until(() => this.raised(rules).length > 0, withinMs);
    return this.raised(rules)[0] ?? null;
  }

  /** Whether no alarm of these rules, or none at all, is raised any more, in time. */
  silence(rules: readonly AlarmRuleId[] | undefined, withinMs: number): Promise<boolean> {
    return this.#until(() => this.raised(rules).length === 0, withinMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close.abort();
    await this.#stream;
  }

  async #until(holds: () => boolean, withinMs: number): Promise<boolean> {
    const deadline = Date.now() + withinMs;
    while (!holds()) {
      if (this.#failed !== null) throw this.#failed;
      if (Date.now() > deadline) return false;
      await pause(pollMs);
    }
    return true;
  }

  async #follow({ monitor }: SandglassClient): Promise<void> {
    for await (const message of monitor.live(['hosts'], this.#close.signal)) {
      if (message.type === 'alarms') this.#onAlarms(message.alarms);
      if (message.type === 'hosts') for (const host of message.hosts) this.#onHost(host);
      this.#received.resolve();
    }
    throw new Error('the api has ended the live stream');
  }

  #onAlarms(alarms: readonly Alarm[]): void {
    const before = new Set(this.#alarms.map(({ id }) => id));
    const now = new Set(alarms.map(({ id }) => id));
    const ended = this.#alarms.filter(({ id }) => !now.has(id));
    this.#alarms = alarms;
    for (const { id, rule, text } of alarms) if (!before.has(id)) this.#report(`${rule} is raised: ${text}`);
    for (const { rule } of ended) this.#report(`${rule} has ended`);
  }

  #onHost({ name, state, reasons }: Pick<HostRow, 'name' | 'state' | 'reasons'>): void {
    if (name !== this.#host || state === this.#state) return;
    this.#state = state;
    this.#report(`the host is ${state ?? 'unknown'}${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`);
  }

  #report(what: string): void {
    this.#say(`${((Date.now() - this.#sinceMs) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  }
}
