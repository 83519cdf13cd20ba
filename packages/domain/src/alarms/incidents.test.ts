import type { Alarm, AlarmRuleId } from '@sandglass/contracts';
import { anAlarm } from '@sandglass/contracts/testing/alarm';
import { describe, expect, it } from 'vitest';
import { endedIncidents, openIncidents } from './incidents.ts';
import { consequenceOf, unhealthyWords } from './unhealthy-words.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 10) + second * 1000).toISOString();

function alarm(rule: AlarmRuleId, judgehost: string | null, changes: Partial<Alarm> = {}): Alarm {
  return anAlarm({ id: `${rule} ${judgehost ?? ''}`, rule, judgehost, ...changes });
}
function over(rule: AlarmRuleId, judgehost: string | null, from: number, to: number): Alarm {
  return alarm(rule, judgehost, { raisedAt: at(from), lastAt: at(to), clearedAt: at(to) });
}
const taken = { acknowledged: { at: at(9), by: 'jury', note: '' } };

describe('open alarms', () => {
  it('of one host are one incident with the cause first, as severe as its worst alarm', () => {
    const [incident, ...others] = openIncidents([
      alarm('load', 'judge-1', { raisedAt: at(0) }),
      alarm('unhealthy', 'judge-1', { severity: 'critical', raisedAt: at(7) }),
      alarm('d-state', 'judge-1', { raisedAt: at(5) }),
    ]);
    expect(others).toEqual([]);
    expect(incident?.alarms.map(({ rule }) => rule)).toEqual(['d-state', 'load', 'unhealthy']);
    expect(incident).toMatchObject({
      judgehost: 'judge-1',
      severity: 'critical',
      raisedAt: at(0),
      isNew: true,
    });
  });

  it('begin with what makes teams wait, however bad a host is', () => {
    const incidents = openIncidents([
      alarm('unhealthy', 'judge-1', { severity: 'critical', raisedAt: at(60) }),
      alarm('clock-skew', 'judge-2', { raisedAt: at(90) }),
      alarm('judging-errors', null, { severity: 'critical', raisedAt: at(0) }),
      alarm('no-host', null, { severity: 'critical', raisedAt: at(30) }),
    ]);
    expect(incidents.map(({ alarms: [lead] }) => lead.rule)).toEqual([
      'no-host',
      'judging-errors',
      'unhealthy',
      'clock-skew',
    ]);
  });

  it('that somebody has acknowledged come after those that nobody has', () => {
    const incidents = openIncidents([
      alarm('judging-errors', null, { severity: 'critical', ...taken }),
      alarm('load', 'judge-1', taken),
      alarm('drift', 'judge-1'),
    ]);
    expect(incidents.map(({ judgehost, isNew }) => [judgehost, isNew])).toEqual([
      ['judge-1', true],
      [null, false],
    ]);
  });
});

describe('ended alarms', () => {
  it('of one host are one incident as far as they overlapped, the latest incident first', () => {
    const incidents = endedIncidents([
      over('load', 'judge-1', 100, 110),
      over('load', 'judge-1', 8, 40),
      over('d-state', 'judge-1', 0, 10),
      over('unhealthy', 'judge-1', 12, 60),
      over('load', 'judge-2', 5, 6),
    ]);
    expect(
      incidents.map(({ judgehost, alarms, raisedAt, clearedAt }) => [
        judgehost,
        alarms.map(({ rule }) => rule),
        raisedAt,
        clearedAt,
      ]),
    ).toEqual([
      ['judge-1', ['load'], at(100), at(110)],
      ['judge-2', ['load'], at(5), at(6)],
      ['judge-1', ['d-state', 'load', 'unhealthy'], at(0), at(60)],
    ]);
  });

  it('of the system have nothing to do with one another', () => {
    expect(endedIncidents([over('judging-errors', null, 0, 9), over('queue-wait', null, 1, 8)])).toHaveLength(
      2,
    );
  });
});

describe('the words of an unhealthy host', () => {
  const text = 'the calibration program waits for a core for 380 % of its CPU time (bound 300 %)';

  it('are its reasons, and what follows from them', () => {
    const words = unhealthyWords([{ state: 'unhealthy', text }], { slots: 1, of: 2 });
    const follows = 'It runs 1 of 2 slots. Verdicts given at this time are marked.';
    expect(words).toBe(`T${text.slice(1)}. ${follows}`);
    expect(consequenceOf(words)).toBe(follows);
    expect(consequenceOf(unhealthyWords([], null))).toBe('Verdicts given at this time are marked.');
  });
});
