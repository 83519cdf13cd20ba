/** What the host reports to the api every second or two, and what it learns from the answer. */
import type { Heartbeat } from '@sandglass/contracts';
import type { LoopLag } from '@sandglass/service';
import { HeartbeatLoop } from './api/heartbeat.ts';
import type { Registration } from './api/registration.ts';
import type { FileCache } from './cache/file-cache.ts';
import type { WarmUps } from './cache/warm-up.ts';
import type { HostState } from './health/host-state.ts';
import type { SelfWatch } from './health/self-watch/self-watch.ts';
import type { SteadyReport } from './health/steady-report.ts';
import type { HostParts } from './host-parts.ts';
import type { LastHeartbeat } from './metrics/host-gauges.ts';
import { ApiRefused, messageOf } from './platform/errors.ts';
import type { QueueWorkers } from './queue/queue-workers.ts';
import type { HostImages } from './slots/host-images.ts';
import type { SlotPool } from './slots/slot-pool.ts';
import type { RunningTasks } from './tasks/running-tasks.ts';

export interface HostHeartbeatParts extends Pick<HostParts, 'api' | 'log' | 'software' | 'process'> {
  readonly cacheBytes: number;
  readonly report: SteadyReport;
  readonly state: HostState;
  readonly watch: SelfWatch;
  readonly pool: SlotPool;
  readonly cache: FileCache;
  readonly warmUps: WarmUps;
  readonly images: HostImages;
  readonly running: RunningTasks;
  readonly queue: QueueWorkers;
  readonly registration: Registration;
  readonly loopLag: LoopLag;
}

export class HostHeartbeat {
  readonly #parts: HostHeartbeatParts;
  #loop: HeartbeatLoop | undefined;
  /** An image is gone: the next heartbeat says which compilers are left. */
  #compilersChanged = false;
  #last: LastHeartbeat | null = null;

  constructor(parts: HostHeartbeatParts) {
    this.#parts = parts;
  }

  start(everyMs: number): void {
    const parts = this.#parts;
    this.#loop = new HeartbeatLoop({
      everyMs,
      compose: () => this.#compose(),
      send: async (heartbeat) => {
        const [sentAtMs, started] = [Date.now(), performance.now()];
        const answer = await parts.api.heartbeat(heartbeat);
        const tookMs = performance.now() - started;
        const serverTimeMs = Date.parse(answer.serverTime);
        parts.watch.clock.add({ sentAtMs, tookMs, serverTimeMs, heldMs: answer.heldMs });
        return answer;
      },
      onAnswer: (sent, answer) => {
        if (sent.compilers !== undefined) this.#compilersChanged = false;
        parts.running.renewed(sent.running, answer.lost);
        parts.state.applyMode(answer);
        parts.warmUps.order(answer.warmUp);
        parts.queue.follow(answer.restrictedQueue);
      },
      onError: async (error) => {
        parts.log.warn({ reason: messageOf(error) }, 'heartbeat not answered');
        // The api does not know this host (any more): it introduces itself again.
        if (error instanceof ApiRefused) await parts.registration.again();
      },
    });
    this.#loop.start();
  }

  /** Null: none was composed yet. */
  get last(): LastHeartbeat | null {
    return this.#last;
  }

  now(): void {
    this.#loop?.now();
  }

  compilersChanged(): void {
    this.#compilersChanged = true;
    this.#loop?.now();
  }

  async stop(): Promise<void> {
    await this.#loop?.stop();
  }

  async #compose(): Promise<Heartbeat> {
    const { cache, images, loopLag, pool, running, software, state, warmUps, watch } = this.#parts;
    const report = await this.#parts.report.read();
    watch.observe(report);
    const condition = state.condition({
      cache: { ...cache.figures, maxBytes: this.#parts.cacheBytes, error: cache.trouble },
      warmUps: warmUps.figures,
      loopLag: loopLag.figures,
      restarted: this.#parts.process?.restarted ?? null,
    });
    const slots = pool.states();
    this.#last = { report, condition, slots, software };
    return {
      report,
      slots,
      running: running.list(),
      condition,
      modeSerial: state.mode.modeSerial,
      ...(this.#compilersChanged ? { compilers: images.compilers() } : {}),
    };
  }
}
