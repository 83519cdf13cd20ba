import { restartNote, restartVariable } from '@sandglass/service';
import { delay, type ManagedProcess } from './managed-process.ts';

/** A service ended by itself, or was ended because it hung. */
export interface Restart {
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  readonly why: string;
}

export interface RestartListeners {
  /** Called when a service ended by itself, or hung and was ended, and is started again. */
  readonly onRestart?: (name: string, why: string) => void;
  /** Called when it has been started again. */
  readonly onRestarted?: () => void;
}

/** Of all services; older ones are in the log. */
const mostRestarts = 20;

/** Starts services again that end by themselves. */
export class Restarts {
  /** Oldest first. */
  readonly latest: Restart[] = [];
  readonly #listeners: RestartListeners;
  #stopping = false;
  /** Ends in a row soon after the start, by service. */
  readonly #failures = new Map<string, number>();
  /** Under way; none of them rejects. */
  readonly #underWay = new Set<Promise<void>>();

  constructor(listeners: RestartListeners) {
    this.#listeners = listeners;
  }

  /** From now on nothing is started again. */
  stop(): void {
    this.#stopping = true;
  }

  /** Resolves when no restart is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** What a service that is started again is given, so that it says why on its pages. */
  environmentOf(name: string): Record<string, string> {
    const last = this.latest.findLast((restart) => restart.name === name);
    return last === undefined ? {} : { [restartVariable]: restartNote(last) };
  }

  /** @param again starts it, and keeps that one alive as well */
  async keepAlive(child: ManagedProcess, again: () => Promise<unknown>): Promise<void> {
    const why = await child.endedBecause();
    if (this.#stopping || child.stopping) return;
    const { name } = child.options;
    this.latest.push({ name, at: new Date().toISOString(), why });
    this.latest.splice(0, this.latest.length - mostRestarts);
    this.#listeners.onRestart?.(name, why);
    const restart = this.#restart(child, again);
    this.#underWay.add(restart);
    await restart;
    this.#underWay.delete(restart);
  }

  /** Tries until it has been started: what it needs may be on its way back too. */
  async #restart(child: ManagedProcess, again: () => Promise<unknown>): Promise<void> {
    const { name } = child.options;
    if (Date.now() - child.startedAt > 60_000) this.#failures.delete(name);
    for (;;) {
      // A service that fails at once must not spin: 0.25 s, 0.5 s, 1 s … up to half a minute.
      const failures = this.#failures.get(name) ?? 0;
      this.#failures.set(name, failures + 1);
      await this.#pause(Math.min(250 * 2 ** failures, 30_000));
      if (this.#stopping) return;
      let running = false;
      try {
        await again();
        running = true;
        this.#listeners.onRestarted?.();
      } catch (error) {
        this.#listeners.onRestart?.(name, String(error));
      }
      // Also when only the callback has failed: it must not be started twice.
      if (running) return;
    }
  }

  /** Waits, but not while everything is being stopped. */
  async #pause(ms: number): Promise<void> {
    for (const until = Date.now() + ms; Date.now() < until && !this.#stopping;) await delay(100);
  }
}
