/** What those who watch over the judging see of hosts, on a real api with made-up hosts. */
import type {
  FleetDifferences,
  HostsAnswer,
  Judgehost,
  MachineCores,
  MonitorMessage,
} from '@sandglass/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { condition, type FakeHost } from '../testing/fake-host.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import { password, type TestApi } from '../testing/test-api.ts';
import { followMonitor, found, hostRows, readMessages } from '../testing/watching.ts';

let api: TestApi;
let host: FakeHost;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  host = await environment.host();
});

describe('watching over the judging', () => {
  it('is for the jury and the administrator', async () => {
    const paths = [
      '/api/monitor/hosts',
      '/api/monitor/differences',
      '/api/monitor/intervals?from=0&until=1',
      '/api/monitor/cells?from=0&until=1',
      '/api/monitor/submission-intervals?submission=abcd',
      '/api/alarms',
      '/api/alarms/open',
    ];
    for (const path of [...paths, '/api/monitor/live', '/api/monitor/runs?from=0&until=1']) {
      expect([path, (await api.get(path)).status]).toEqual([path, 401]);
      expect([path, (await api.get(path, 'alpha')).status]).toEqual([path, 403]);
    }
    const { id } = await found(async () => (await hostRows(api))[0]);
    expect((await api.get<Judgehost>(`/api/judgehosts/${id}`, 'jury')).body.name).toBe('host1');
    expect((await api.get(`/api/judgehosts/${crypto.randomUUID()}`, 'jury')).status).toBe(404);
  });

  it('shows what is not alike between hosts, as their list does', async () => {
    await api.makeContest('pictured', { image: 'debian' });
    const { body } = await api.get<FleetDifferences>('/api/monitor/differences', 'jury');
    expect(body.images).toMatchObject([{ image: 'debian', contests: ['pictured'], missingOn: ['host1'] }]);
    expect((await api.get('/api/judgehosts', 'jury')).body).toMatchObject(body);
  });

  it('keeps the cores that a host reports when it registers; older software reports none', async () => {
    const coresOf = async (): Promise<MachineCores | null> =>
      (await api.get<Judgehost>(`/api/judgehosts/${host.name}`, 'jury')).body.cores;
    expect(await coresOf()).toBeNull();
    const cores: MachineCores = {
      groups: [{ socket: 0, node: 0, l3: '0-3', runs: [{ use: 'slots', cpus: [0, 2], count: 2, step: 1 }] }],
      nodes: [{ node: 0, memoryBytes: 1024 ** 3 }],
    };
    await host.register(undefined, undefined, cores);
    await host.heartbeat();
    expect(await coresOf()).toEqual(cores);
    await host.register();
    expect(await coresOf()).toBeNull();
  });

  it('shows every host in a line, of its last heartbeat', async () => {
    await host.heartbeat([], {
      condition: condition({
        gap: { runs: 40, p50Us: 900, p95Us: 4000, p99Us: 9000, sinceMs: 60_000 },
        clock: { skewMs: -12, roundTripMs: 3 },
      }),
      slots: [
        { ordinal: 0, cpus: [0], state: 'running', submissionId: null, test: 3, sinceMs: 40, rebuilds: 0 },
      ],
    });
    const row = await found(async () => (await hostRows(api)).find(({ gap }) => gap !== null));
    expect(row).toMatchObject({
      name: 'host1',
      online: true,
      mode: 'on',
      state: 'healthy',
      slots: [{ state: 'running', test: 3 }],
      load: [0, 0, 0],
      gap: { p95Us: 4000 },
      skewMs: -12,
    });
    const { body: metrics } = await api.get<string>('/metrics', 'jury');
    expect(metrics).toContain('sandglass_judgehost_up{judgehost="host1"} 1');
    expect(metrics).toContain('sandglass_judgehost_recent_gap_p95_seconds{judgehost="host1"} 0.004');
    expect(metrics).toContain('sandglass_judgehost_slots{judgehost="host1",state="running"} 1');
    expect(metrics).not.toContain('sandglass_judgehost_temperature_celsius{');
    const { p50Us, p95Us, p99Us } = row.gapHistory;
    expect([p50Us.at(-1), p95Us.at(-1), p99Us.at(-1)]).toEqual([900, 4000, 9000]);
  });

  it('sends live what changes, and ends with the session', async () => {
    const session = await api.request('POST', '/api/session', { body: { username: 'jury', password } });
    const cookie = (session.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    const stream = await fetch(`${api.url}/api/monitor/live?watch=hosts,tasks`, { headers: { cookie } });
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    if (stream.body === null) throw new Error('no stream');
    const messages: MonitorMessage[] = [];
    const reading = readMessages(stream.body, messages);
    await found(() => messages.find((message) => message.type === 'hosts' && message.all));
    const { body } = await api.submit('main');
    await host.finish(await host.take(), ['AC', 'AC', 'AC', 'AC']);
    await found(() =>
      messages.find(
        (message) =>
          message.type === 'tasks' &&
          message.intervals.some(({ submissionId, to }) => submissionId === body.id && to !== null),
      ),
    );
    await api.sql.query(`DELETE FROM session`);
    await api.sql.query(`SELECT pg_notify('sandglass_session', '')`);
    await reading;
  });

  it('begins live with what has changed since the lines that are known', async () => {
    const { body } = await api.get<HostsAnswer>('/api/monitor/hosts', 'jury');
    await using knowing = await followMonitor(api, `hosts&version=${body.version}`);
    expect(await found(() => knowing.messages.find(({ type }) => type === 'hosts'))).toMatchObject({
      all: false,
    });
    await using unknowing = await followMonitor(api, 'hosts&version=of-another-process');
    expect(await found(() => unknowing.messages.find(({ type }) => type === 'hosts'))).toMatchObject({
      all: true,
      hosts: [{ name: 'host1' }],
    });
  });

  it('goes on sending figures while alarms cannot be written', async () => {
    await using watching = await followMonitor(api, 'hosts');
    const { messages } = watching;
    await found(() => messages.find(({ type }) => type === 'hosts'));
    await api.sql.query('BEGIN');
    await api.sql.query('LOCK TABLE alarm IN ACCESS EXCLUSIVE MODE');
    try {
      // What is under way at the moment of the lock may still come.
      await pause(1000);
      messages.length = 0;
      await host.heartbeat([], { condition: condition({ cache: null }), slots: [] });
      await found(() => messages.find((message) => message.type === 'hosts' && message.hosts.length > 0));
    } finally {
      await api.sql.query('ROLLBACK');
    }
  });
});
