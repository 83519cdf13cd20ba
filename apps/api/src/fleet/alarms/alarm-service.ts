/**
 * Looks at every host and the queue once a second and keeps the alarms in the database as domain's rules say.
 * Every api process does: they look at the same figures, and an open alarm is unique.
 */
import type { Alarm } from '@sandglass/contracts';
import {
  AlarmWatch,
  type AlarmEvent,
  type AlarmWords,
  type HostObservation,
  type SystemObservation,
} from '@sandglass/domain';
import type { Log } from '../../platform/lib/log.ts';
import type { AlarmRepository } from './alarm-repository.ts';

/** The text of an alarm is written no more often than this, unless the alarm has become worse. */
const rewriteMs = 5_000;
/**
 * Where only its figures have changed they are written when it has lasted as long again as at the last time, and once
 * a minute at least: a failed switch raises hundreds of alarms, and each written text is sent to everybody who watches.
 */
const figuresAtLeastMs = 60_000;

/** When a switch fails hundreds are raised at once: one after another they would delay the next poll by seconds. */
const writesAtOnce = 8;

/** Since when the words of an alarm are as they are, by this process's clock. */
interface Words {
  readonly lastAt: string;
  readonly sinceMs: number;
}

interface Reading {
  readonly number: number;
  readonly open: readonly Alarm[];
}

export class AlarmService {
  readonly #repository: Pick<AlarmRepository, 'open' | 'judgingErrors' | 'raise' | 'keep' | 'clear'>;
  readonly #log: Pick<Log, 'info' | 'warn'>;
  #watch: AlarmWatch | undefined;
  #onShown: (open: readonly Alarm[]) => void = () => {};
  #open: readonly Alarm[] = [];
  /** Readings of the open alarms, numbered as they begin: an older one never takes the place of a newer one. */
  #begun = 0;
  #shown = 0;
  /** Of each open alarm, by its id; written by any process. */
  #words: ReadonlyMap<string, Words> = new Map();
  /** Of each open alarm, by its id: the worst that this process has seen. Not each of them is written at once. */
  readonly #worst = new Map<string, AlarmWords>();

  constructor(
    repository: Pick<AlarmRepository, 'open' | 'judgingErrors' | 'raise' | 'keep' | 'clear'>,
    log: Pick<Log, 'info' | 'warn'>,
  ) {
    this.#repository = repository;
    this.#log = log;
  }

  /** @param onShown called with the open alarms whenever they were read */
  listen(onShown: (open: readonly Alarm[]) => void): void {
    this.#onShown = onShown;
  }

  /** Open alarms, as the last look left them. */
  get open(): readonly Alarm[] {
    return this.#open;
  }

  async look(
    hosts: readonly HostObservation[],
    system: Omit<SystemObservation, 'judgingErrors'>,
    nowMs: number,
  ): Promise<void> {
    const [reading, judgingErrors] = await Promise.all([this.#read(), this.#repository.judgingErrors()]);
    const { open } = reading;
    this.#words = new Map(open.map((alarm) => [alarm.id, this.#wordsOf(alarm, nowMs)]));
    for (const id of this.#worst.keys()) if (!this.#words.has(id)) this.#worst.delete(id);
    this.#watch ??= new AlarmWatch();
    this.#watch.adopt(open);
    const events = [...this.#watch.look(hosts, { ...system, judgingErrors }, nowMs)];
    let changed = false;
    for (let start = 0; start < events.length; start += writesAtOnce) {
      const some = events.slice(start, start + writesAtOnce);
      const written = await Promise.all(some.map((event) => this.#tryApply(event, open, nowMs)));
      changed ||= written.includes(true);
    }
    this.#show(changed ? await this.#read() : reading);
  }

  /** Somebody has changed an alarm by hand. */
  async renew(): Promise<void> {
    this.#show(await this.#read());
  }

  async #read(): Promise<Reading> {
    this.#begun += 1;
    const number = this.#begun;
    return { number, open: await this.#repository.open() };
  }

  #show({ number, open }: Reading): void {
    if (number < this.#shown) return;
    this.#shown = number;
    this.#open = open;
    this.#onShown(open);
  }

  /** What could not be written is tried again with the next look, and is in no other alarm's way. */
  async #tryApply(event: AlarmEvent, open: readonly Alarm[], nowMs: number): Promise<boolean> {
    try {
      return await this.#apply(event, open, nowMs);
    } catch (error) {
      const { rule, judgehost } = event;
      this.#log.warn({ err: error, rule, judgehost }, 'an alarm could not be written');
      return false;
    }
  }

  async #apply(event: AlarmEvent, open: readonly Alarm[], nowMs: number): Promise<boolean> {
    const { rule, judgehost, change } = event;
    const known = open.find((alarm) => alarm.rule === rule && alarm.judgehost === judgehost);
    if (change.kind === 'clear') {
      const cleared =
        known !== undefined && (await this.#repository.clear(event, this.#worst.get(known.id) ?? null));
      if (cleared) this.#log.info({ rule, judgehost }, 'alarm cleared');
      return cleared;
    }
    if (known === undefined) {
      const raised = await this.#repository.raise(event, change);
      if (raised) this.#log.warn({ rule, judgehost, severity: change.severity }, `alarm: ${change.text}`);
      return raised;
    }
    const before = this.#worst.get(known.id);
    const worst = before === undefined || change.figure > before.figure ? change : before;
    this.#worst.set(known.id, worst);
    const worse = change.severity === 'critical' && known.severity === 'warning';
    const lastedMs = nowMs - this.#wordsOf(known, nowMs).sinceMs;
    if (!worse && lastedMs < dueMs(known, change.text)) return false;
    await this.#repository.keep(event, change, worst);
    return true;
  }

  #wordsOf({ id, lastAt }: Alarm, nowMs: number): Words {
    const known = this.#words.get(id);
    return known?.lastAt === lastAt ? known : { lastAt, sinceMs: nowMs };
  }
}

/** How long an alarm's words stay where these would take their place. */
function dueMs({ text, raisedAt, lastAt }: Alarm, now: string): number {
  if (withoutFigures(text) !== withoutFigures(now)) return rewriteMs;
  const lastedMs = Date.parse(lastAt) - Date.parse(raisedAt);
  return Math.min(Math.max(rewriteMs, lastedMs), figuresAtLeastMs);
}

function withoutFigures(text: string): string {
  return text.replaceAll(/[\d.]+/g, '');
}
