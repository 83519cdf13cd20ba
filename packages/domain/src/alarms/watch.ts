/** All alarms of a system at once: the rules over every host and the system, with what each remembers. */
import type { AlarmRuleId } from '@sandglass/contracts';
import { clearedAlarm, raisedAlarm, stepAlarm, type AlarmChange, type AlarmState } from './alarm-state.ts';
import type { HostObservation, SystemObservation } from './observation.ts';
import type { Sign } from './rule-parts.ts';
import { hostRules, silentAfterMs } from './host-rules.ts';
import { systemRules } from './system-rules.ts';

export interface AlarmKey {
  readonly rule: AlarmRuleId;
  /** Null: the system. */
  readonly judgehost: string | null;
}

export type AlarmEvent = AlarmKey & { readonly change: AlarmChange };

const nameOf = ({ rule, judgehost }: AlarmKey): string => `${rule} ${judgehost ?? ''}`;

export class AlarmWatch {
  #states = new Map<string, AlarmState>();

  /** @param open alarms that were open before this watch began */
  constructor(open: readonly AlarmKey[] = []) {
    this.adopt(open);
  }

  /**
   * Open alarms count as raised here, also those of another process that has ended since, and those of this process
   * whose end it could not write.
   */
  adopt(open: readonly AlarmKey[]): void {
    for (const key of open) {
      const name = nameOf(key);
      const state = this.#states.get(name) ?? raisedAlarm;
      this.#states.set(name, { ...state, level: raisedAlarm.level });
    }
  }

  /** @param nowMs never less than in the look before @returns what is raised, still true or cleared */
  look(hosts: readonly HostObservation[], system: SystemObservation, nowMs: number): AlarmEvent[] {
    const events: AlarmEvent[] = [];
    const states = new Map<string, AlarmState>();
    const step = (key: AlarmKey, sign: Sign, rule: { raiseAfterMs: number; clearAfterMs: number }): void => {
      const name = nameOf(key);
      const { state, change } = stepAlarm(this.#states.get(name) ?? clearedAlarm, sign, rule, nowMs);
      states.set(name, state);
      if (change !== null) events.push({ ...key, change });
    };
    for (const host of hosts) {
      for (const rule of hostRules) {
        const sign = rule.id !== 'silent-host' && isSilent(host) ? signOfSilent(host) : rule.look(host);
        step({ rule: rule.id, judgehost: host.name }, sign, rule);
      }
    }
    for (const rule of systemRules) step({ rule: rule.id, judgehost: null }, rule.look(system), rule);
    // Alarms of a host that is no more are over.
    for (const [name, state] of this.#states) {
      if (state.level === 0 || states.has(name)) continue;
      const [rule, judgehost] = name.split(' ') as [AlarmRuleId, string];
      events.push({ rule, judgehost: judgehost === '' ? null : judgehost, change: { kind: 'clear' } });
    }
    this.#states = states;
    return events;
  }
}

/** What a host said before it fell silent is not news of it. One that was put away on purpose troubles nobody any more. */
function signOfSilent({ wanted }: HostObservation): Sign {
  return { sign: wanted ? 'unknown' : 'good' };
}

function isSilent({ silentMs }: HostObservation): boolean {
  return silentMs === null || silentMs >= silentAfterMs;
}
