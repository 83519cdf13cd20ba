/**
 * Alarms as the incidents they are: one for each host, however many of its figures are bad, with the cause first. What
 * makes teams wait comes before all other incidents.
 */
import type { Alarm, AlarmRuleId, AlarmSeverity } from '@sandglass/contracts';
import { groupBy } from '../group-by.ts';

/** Causes before their effects. Of a host with stuck tasks the load says less, and that it is unhealthy follows. */
const order: readonly AlarmRuleId[] = [
  'no-host',
  'judging-errors',
  'queue-wait',
  'database-clock',
  'api-restarted',
  'api-loop-lag',
  'silent-host',
  'sandbox',
  'slots',
  'disk',
  'old-figures',
  'd-state',
  'throttled',
  'gap',
  'drift',
  'restarted',
  'loop-lag',
  'clock-skew',
  'load',
  'unhealthy',
];

const makesTeamsWait: ReadonlySet<AlarmRuleId> = new Set(['no-host', 'judging-errors', 'queue-wait']);

/** What happened to one host at one time, or one alarm of the system. */
export interface Incident {
  /** Null: the system as a whole. */
  readonly judgehost: string | null;
  /** The cause first; never empty. */
  readonly alarms: readonly [Alarm, ...Alarm[]];
  readonly severity: AlarmSeverity;
  readonly raisedAt: string;
  /** Null: an alarm of it lasts. */
  readonly clearedAt: string | null;
  /** An alarm of it is open that nobody has acknowledged. */
  readonly isNew: boolean;
}

/** The open alarms: what nobody has acknowledged first, then what makes teams wait, then the critical, then the latest. */
export function openIncidents(alarms: readonly Alarm[]): Incident[] {
  return grouped(alarms)
    .map(incidentOf)
    .sort(
      (a, b) =>
        Number(b.isNew) - Number(a.isNew) ||
        Number(waits(b)) - Number(waits(a)) ||
        Number(b.severity === 'critical') - Number(a.severity === 'critical') ||
        b.raisedAt.localeCompare(a.raisedAt),
    );
}

/** Alarms that are over, the latest first: those of one host that overlapped in time are one incident. */
export function endedIncidents(alarms: readonly Alarm[]): Incident[] {
  const incidents: Alarm[][] = [];
  for (const group of grouped(alarms)) {
    let last: Alarm[] | undefined;
    let until = '';
    for (const alarm of group.toSorted((a, b) => a.raisedAt.localeCompare(b.raisedAt))) {
      const end = alarm.clearedAt ?? alarm.lastAt;
      if (last !== undefined && alarm.raisedAt <= until) last.push(alarm);
      else incidents.push((last = [alarm]));
      if (end > until) until = end;
    }
  }
  return incidents.map(incidentOf).sort((a, b) => b.raisedAt.localeCompare(a.raisedAt));
}

/** By host. What is of the system has nothing to do with one another. */
function grouped(alarms: readonly Alarm[]): Alarm[][] {
  return [...groupBy(alarms, ({ judgehost, rule }) => judgehost ?? `system ${rule}`).values()];
}

function incidentOf(alarms: readonly Alarm[]): Incident {
  const [lead, ...others] = alarms.toSorted((a, b) => order.indexOf(a.rule) - order.indexOf(b.rule));
  if (lead === undefined) throw new Error('an incident has an alarm');
  const ended = alarms.flatMap(({ clearedAt }) => clearedAt ?? []);
  return {
    judgehost: lead.judgehost,
    alarms: [lead, ...others],
    severity: alarms.some(({ severity }) => severity === 'critical') ? 'critical' : 'warning',
    raisedAt: alarms.map(({ raisedAt }) => raisedAt).reduce((a, b) => (a < b ? a : b)),
    clearedAt: ended.length < alarms.length ? null : ended.reduce((a, b) => (a > b ? a : b)),
    isNew: alarms.some(({ clearedAt, acknowledged }) => clearedAt === null && acknowledged === null),
  };
}

function waits({ alarms }: Incident): boolean {
  return alarms.some(({ rule }) => makesTeamsWait.has(rule));
}
