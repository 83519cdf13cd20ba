import type { MonitorMessage } from '@sandglass/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MonitorStream, type MonitorSubject } from './monitor-stream.ts';
import { silence, silentAfterMs } from './silence.ts';

interface Opened {
  readonly address: string;
  readonly signal: AbortSignal;
  readonly write: (text: string) => void;
  readonly end: () => void;
}

const alarms = 'event: alarms\ndata: {"type":"alarms","alarms":[]}\n\n';
const hosts = 'event: hosts\ndata: {"type":"hosts","now":1,"all":true,"hosts":[]}\n\n';

let opened: Opened[] = [];
let page: EventTarget & { visibilityState: string };
let stream: MonitorStream;
let leaves: (() => void)[] = [];

/** @returns what it receives */
function join(
  subject: MonitorSubject | null,
  version: string | null = null,
): { received: MonitorMessage['type'][]; leave: () => void } {
  const received: MonitorMessage['type'][] = [];
  const leave = stream.join({
    subject,
    onMessage: ({ type }) => received.push(type),
    version: () => version,
  });
  leaves.push(leave);
  return { received, leave };
}

function look(visibilityState: 'visible' | 'hidden'): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const open = () => opened.filter(({ signal }) => !signal.aborted).map(({ address }) => address);
const last = (): Opened => {
  const found = opened.at(-1);
  if (found === undefined) throw new Error('no stream was opened');
  return found;
};

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  leaves = [];
  stream = new MonitorStream();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const quietly = (): void => {};
    opened.push({
      address,
      signal,
      write: (text) => void writer.write(new TextEncoder().encode(text)).catch(quietly),
      end: () => void writer.close().catch(quietly),
    });
    signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(quietly));
    return Promise.resolve(new Response(readable));
  });
});

afterEach(async () => {
  for (const leave of leaves) leave();
  await settle();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the one stream of those who watch', () => {
  it('sends an alarm to the badge of every page at the moment it comes', async () => {
    const badge = join(null);
    await settle();
    expect(open()).toEqual(['/api/monitor/live?watch=']);
    last().write(alarms);
    await settle();
    expect(badge.received).toEqual(['alarms']);
    expect(stream.state).toBe('open');
  });

  it('is one connection for the badge and what the page watches, opened again for a page that needs the whole snapshot', async () => {
    const badge = join(null);
    await settle();
    const first = join('hosts');
    await settle();
    expect(open()).toEqual(['/api/monitor/live?watch=hosts']);
    last().write(alarms + hosts);
    await settle();
    expect(badge.received).toEqual(['alarms', 'hosts']);
    expect(first.received).toEqual(['alarms', 'hosts']);
    // Another page of hosts in its place, in one go.
    first.leave();
    join('hosts');
    await settle();
    expect(opened).toHaveLength(3);
    expect(open()).toEqual(['/api/monitor/live?watch=hosts']);
  });

  it('begins with what has changed since the version that is there, and after a break with the whole', async () => {
    join(null);
    join('hosts', 'p.7');
    await settle();
    expect(open()).toEqual(['/api/monitor/live?watch=hosts&version=p.7']);
    last().write(hosts);
    last().end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(opened.at(-1)?.address).toBe('/api/monitor/live?watch=hosts');
  });

  it('begins with the whole where not everybody who watches has the same version', async () => {
    join('hosts', 'p.7');
    join('hosts');
    await settle();
    expect(open()).toEqual(['/api/monitor/live?watch=hosts']);
  });

  it('goes on for the badge alone when the page no longer watches, and ends when nobody does', async () => {
    const badge = join(null);
    const watching = join('tasks');
    await settle();
    watching.leave();
    await settle();
    expect(open()).toEqual(['/api/monitor/live?watch=']);
    badge.leave();
    await settle();
    expect(open()).toEqual([]);
  });

  it('holds no connection for the badge of a page that nobody sees', async () => {
    join(null);
    await settle();
    look('hidden');
    await settle();
    expect(open()).toEqual([]);
    look('visible');
    await settle();
    expect(open()).toEqual(['/api/monitor/live?watch=']);
    join('hosts');
    look('hidden');
    await settle();
    expect(open()).toEqual(['/api/monitor/live?watch=hosts']);
  });

  it('says when nothing comes, also where the api takes the connection and is silent, and comes back', async () => {
    join(null);
    await settle();
    last().write(':\n\n');
    await settle();
    expect(stream.state).toBe('open');
    const heard = Date.now();
    await vi.advanceTimersByTimeAsync(silentAfterMs + 1);
    expect(stream.state).toBe('open');
    expect(silence.since).toBe(heard);
    last().end();
    await settle();
    expect(stream.state).toBe('broken');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(opened.length).toBeGreaterThan(1);
    last().write(alarms);
    await settle();
    expect(stream.state).toBe('open');
    expect(silence.since).toBeNull();
  });

  it('is not missed where nobody watches any more', async () => {
    const badge = join(null);
    await settle();
    badge.leave();
    await settle();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(silence.since).toBeNull();
  });
});
