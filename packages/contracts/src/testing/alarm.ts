import type { Alarm } from '../alarm.ts';

/** An alarm that is raised and that nobody has acknowledged. */
export function anAlarm(changes: Partial<Alarm> = {}): Alarm {
  const text = changes.text ?? 'Load 40.';
  return {
    id: 'alarm',
    rule: 'load',
    judgehost: 'judge-1',
    severity: 'warning',
    text,
    worst: text,
    contests: [],
    raisedAt: '2026-01-01T10:00:00.000Z',
    lastAt: '2026-01-01T10:00:00.000Z',
    clearedAt: null,
    acknowledged: null,
    ...changes,
  };
}
