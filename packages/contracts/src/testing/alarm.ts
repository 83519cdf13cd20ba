import type { Alarm } from '../alarm.ts';

/** An alarm that rings and that nobody has taken on. */
export function anAlarm(changes: Partial<Alarm> = {}): Alarm {
  return {
    id: 'alarm',
    rule: 'load',
    judgehost: 'judge-1',
    severity: 'warning',
    text: 'Load 40.',
    raisedAt: '2026-01-01T10:00:00.000Z',
    lastAt: '2026-01-01T10:00:00.000Z',
    clearedAt: null,
    acknowledged: null,
    ...changes,
  };
}
