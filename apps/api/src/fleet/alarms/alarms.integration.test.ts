/** How alarms are raised and cleared for those who watch, on a real api with a made-up host. */
import type { Alarm, AlarmsAnswer } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { condition, type FakeHost } from '../../testing/fake-host.ts';
import type { Services } from '../../testing/services.ts';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import { TestApi } from '../../testing/test-api.ts';
import { alarmsOf, followMonitor, found, hostRows } from '../../testing/watching.ts';

let services: Services;
let api: TestApi;
let host: FakeHost;

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
  // Its accounts are who looks.
  await api.makeContest('main');
  host = await environment.host();
});

async function openAlarms(): Promise<Alarm[]> {
  return (await api.get<{ alarms: Alarm[] }>('/api/alarms/open', 'jury')).body.alarms;
}

describe('the alarms', () => {
  it('raises an alarm, lets it be acknowledged, and clears it when the figures are good again', async () => {
    const text = 'the calibration program takes 41 % more CPU time';
    const reasons = [{ sign: 'calibration-cpu', state: 'unhealthy', text } as const];
    await host.heartbeat([], { condition: condition({ state: 'unhealthy', reasons }) });
    const raised = await found(async () => (await openAlarms()).find(({ rule }) => rule === 'unhealthy'));
    expect(raised).toMatchObject({ judgehost: 'host1', severity: 'critical', clearedAt: null });
    expect(raised.text).toBe(
      'The calibration program takes 41 % more CPU time. Verdicts given at this time are marked.',
    );
    const path = `/api/alarms/${raised.id}/acknowledge`;
    expect((await api.request('POST', path, { as: 'alpha', body: {} })).status).toBe(403);
    const note = { note: 'Somebody runs a backup.' };
    const taken = await api.request<Alarm>('POST', path, { as: 'jury', body: note });
    expect(taken.body.acknowledged).toMatchObject({ by: 'jury', ...note });
    expect((await openAlarms()).find(({ id }) => id === raised.id)?.acknowledged).toMatchObject(note);
    // Who comes second adds to it, and takes nothing away.
    const second = await api.request<Alarm>('POST', path, { as: 'admin', body: { note: 'It is stopped.' } });
    const both = { by: 'jury', at: taken.body.acknowledged?.at, note: `${note.note}\nadmin: It is stopped.` };
    expect(second.body.acknowledged).toEqual(both);
    const again = await api.request<Alarm>('POST', path, { as: 'admin', body: {} });
    expect(again.body.acknowledged).toEqual(both);
    await host.heartbeat([], { condition: condition() });
    await found(async () => !(await openAlarms()).some(({ id }) => id === raised.id) || undefined);
    const { body } = await api.get<AlarmsAnswer>('/api/alarms?rule=unhealthy&judgehost=host1', 'admin');
    const over = body.alarms.filter(({ id }) => id === raised.id);
    expect(over.map(({ acknowledged }) => acknowledged)).toEqual([both]);
    expect(over[0]?.clearedAt).not.toBeNull();
    const states = async (state: string): Promise<boolean[]> => {
      const log = await api.get<AlarmsAnswer>(`/api/alarms?state=${state}`, 'jury');
      return log.body.alarms.map(({ clearedAt }) => clearedAt !== null);
    };
    expect(new Set(await states('ended'))).toEqual(new Set([true]));
    expect(await states('open')).not.toContain(true);
    const none = await api.request('POST', `/api/alarms/${crypto.randomUUID()}/acknowledge`, {
      as: 'jury',
      body: {},
    });
    expect([none.status, none.body.code]).toEqual([404, 'ALARM_UNKNOWN']);
  });

  it('shows a badge, which watches nothing else, that the api still polls, and every alarm as it is raised', async () => {
    await using watching = await followMonitor(api, '');
    const { messages } = watching;
    await found(() => messages.find(({ type }) => type === 'alarms'));
    const before = watching.comments();
    await found(() => watching.comments() > before + 1 || undefined);
    const reasons = [{ sign: 'gap', state: 'unhealthy', text: 'p95 of the gap is 412 ms' } as const];
    await host.heartbeat([], { condition: condition({ state: 'unhealthy', reasons }) });
    await found(() => alarmsOf(messages.at(-1)).some(({ rule }) => rule === 'unhealthy') || undefined);
    expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(['alarms']));
    await host.heartbeat([], { condition: condition() });
    await found(() => !alarmsOf(messages.at(-1)).some(({ rule }) => rule === 'unhealthy') || undefined);
  });

  it('raises one alarm for a host that falls silent, also when two processes watch', async () => {
    // It may have been silent before: these tests take their time between two heartbeats.
    await host.heartbeat([], { condition: condition() });
    await found(async () => (await openAlarms()).length === 0 || undefined);
    const alarms = async (): Promise<number | null> =>
      (await api.sql.query(`SELECT 1 FROM alarm WHERE rule = 'silent-host'`)).rowCount;
    const before = await alarms();
    const second = await TestApi.start(services, 'second');
    try {
      await api.sql.query(`UPDATE judgehost SET last_seen_at = now() - interval '1 minute'`);
      await found(async () => (await openAlarms()).find(({ rule }) => rule === 'silent-host'));
      const other = await found(async () => {
        const { body } = await second.get<{ alarms: Alarm[] }>('/api/alarms/open', 'jury');
        return body.alarms.find(({ rule }) => rule === 'silent-host');
      });
      expect(other.text).toMatch(/^The host has not reported for \d+ s\.$/);
      expect(await alarms()).toBe((before ?? 0) + 1);
    } finally {
      await second.stop();
    }
  });

  it('does not call a host silent that was switched off', async () => {
    const { id } = (await hostRows(api))[0] ?? { id: '' };
    await api.request('PATCH', `/api/judgehosts/${id}`, { as: 'admin', body: { mode: 'off' } });
    await found(async () => (await openAlarms()).length === 0 || undefined);
  });
});
