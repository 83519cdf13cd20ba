import { type LiveMessage, liveMessageSchema } from '@sandglass/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setAccountChangedHandler, setPageAccount } from '../api/client.ts';
import { silence, silentAfterMs } from './silence.ts';
import { SseClient, type SseState } from './sse-client.ts';

/** A stream the test writes to and ends. */
function stream(): { response: Response; write: (text: string) => void; end: () => void } {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  return {
    response: new Response(body, { status: 200 }),
    write: (text) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
  };
}

const fetching = vi.fn<typeof fetch>();
const states: SseState[] = [];
const received: string[] = [];
const opened: boolean[] = [];
let connection: SseClient<LiveMessage> | null = null;
let windowEvents: EventTarget;
let streams = 0;

function connect(after: string | null = null): void {
  connection = new SseClient({
    name: `test ${(streams += 1)}`,
    url: () => '/live',
    schema: liveMessageSchema,
    after,
    onMessage: (message) => received.push(message.type),
    onState: (state) => states.push(state),
    onOpen: (continued) => opened.push(continued),
  });
}

const lastEventId = (call: number) =>
  new Headers(fetching.mock.calls[call]?.[1]?.headers).get('last-event-id');

beforeEach(() => {
  windowEvents = new EventTarget();
  vi.useFakeTimers();
  vi.stubGlobal('window', windowEvents);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('fetch', fetching);
});

afterEach(() => {
  connection?.close();
  fetching.mockReset();
  states.length = received.length = opened.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a client of server-sent events', () => {
  it('connects again after the stream ended, and names the last event it has seen', async () => {
    const [first, second] = [stream(), stream()];
    fetching.mockResolvedValueOnce(first.response).mockResolvedValueOnce(second.response);
    connect();
    await vi.waitFor(() => expect(states.at(-1)).toBe('open'));
    first.write('event: scoreboard\nid: 41\ndata: {"type":"scoreboard","seq":41}\n\n');
    await vi.waitFor(() => expect(received).toEqual(['scoreboard']));
    first.end();
    await vi.waitFor(() => expect(states.at(-1)).toBe('waiting'));
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(opened).toEqual([false, true]));
    expect(lastEventId(0)).toBeNull();
    expect(lastEventId(1)).toBe('41');
  });

  it('goes on where a stream began on which nothing happened', async () => {
    const [first, second] = [stream(), stream()];
    fetching.mockResolvedValueOnce(first.response).mockResolvedValueOnce(second.response);
    connect();
    first.write('retry: 1000\n: joined at 23\n\nid: 23\n: start\n\n');
    await vi.waitFor(() => expect(states.at(-1)).toBe('open'));
    first.end();
    await vi.waitFor(() => expect(states.at(-1)).toBe('waiting'));
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(opened).toEqual([false, true]));
    expect(lastEventId(1)).toBe('23');
  });

  it('has everything asked for again where it does not know how far it had come', async () => {
    const [first, second] = [stream(), stream()];
    fetching.mockResolvedValueOnce(first.response).mockResolvedValueOnce(second.response);
    connect();
    await vi.waitFor(() => expect(states.at(-1)).toBe('open'));
    first.end();
    await vi.waitFor(() => expect(states.at(-1)).toBe('waiting'));
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(opened).toEqual([false, false]));
  });

  it('listens for the page’s account alone: while the browser has another it says so, and goes on afterwards', async () => {
    const changed = vi.fn();
    setPageAccount('alpha');
    setAccountChangedHandler(changed);
    fetching
      .mockResolvedValueOnce(new Response('{}', { status: 409 }))
      .mockResolvedValueOnce(stream().response);
    connect('17');
    await vi.waitFor(() => expect(states.at(-1)).toBe('waiting'));
    expect(changed).toHaveBeenCalledTimes(1);
    expect(new Headers(fetching.mock.calls[0]?.[1]?.headers).get('x-account-id')).toBe('alpha');
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(states.at(-1)).toBe('open'));
    expect(lastEventId(1)).toBe('17');
    setPageAccount(null);
    setAccountChangedHandler(() => {});
  });

  it('goes on where the page ends', async () => {
    fetching.mockResolvedValueOnce(stream().response);
    connect('17');
    await vi.waitFor(() => expect(opened).toEqual([true]));
    expect(lastEventId(0)).toBe('17');
  });

  it('waits longer with every failure, and not at all when the machine comes back online', async () => {
    fetching.mockRejectedValue(new TypeError('refused'));
    connect();
    await vi.waitFor(() => expect(states.at(-1)).toBe('waiting'));
    await vi.advanceTimersByTimeAsync(60_000);
    const tries = fetching.mock.calls.length;
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(35);
    expect(states.at(-1)).toBe('waiting');
    windowEvents.dispatchEvent(new Event('online'));
    expect(fetching).toHaveBeenCalledTimes(tries + 1);
  });

  it('takes a stream without heartbeats for broken', async () => {
    fetching.mockImplementation((_url, options) => {
      const open = stream();
      options?.signal?.addEventListener('abort', open.end);
      return Promise.resolve(open.response);
    });
    connect();
    await vi.waitFor(() => expect(states.at(-1)).toBe('open'));
    await vi.advanceTimersByTimeAsync(15_000);
    await vi.waitFor(() => expect(opened).toEqual([false, false]));
  });

  it('is silent when it is asked for and nothing answers, and heard again with the first bytes', async () => {
    const late = stream();
    let answer: (response: Response) => void = () => {};
    fetching.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    connect();
    const begun = Date.now();
    await vi.advanceTimersByTimeAsync(silentAfterMs - 1);
    expect(silence.since).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(states).toEqual(['connecting']);
    expect(silence.since).toBe(begun);
    answer(late.response);
    await vi.waitFor(() => expect(silence.since).toBeNull());
  });

  it('is silent from its last sign of life on, however often it is tried again', async () => {
    const first = stream();
    fetching.mockResolvedValueOnce(first.response).mockRejectedValue(new TypeError('refused'));
    connect();
    await vi.waitFor(() => expect(states.at(-1)).toBe('open'));
    await vi.advanceTimersByTimeAsync(3_000);
    first.write(': here\n\n');
    await vi.advanceTimersByTimeAsync(1);
    const heard = Date.now();
    first.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard - (silence.since ?? 0)).toBeLessThan(100);
  });

  it('is silent at once when the machine says that it is offline', async () => {
    fetching.mockResolvedValueOnce(stream().response).mockRejectedValue(new TypeError('refused'));
    connect();
    await vi.waitFor(() => expect(states.at(-1)).toBe('open'));
    windowEvents.dispatchEvent(new Event('offline'));
    expect(silence.since).not.toBeNull();
  });

  it('does not knock again where it is not let in', async () => {
    fetching.mockResolvedValue(new Response('', { status: 403 }));
    connect();
    await vi.waitFor(() => expect(states.at(-1)).toBe('closed'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(silence.since).toBeNull();
    expect(fetching).toHaveBeenCalledTimes(1);
  });

  it('ignores what is no message of the contract', async () => {
    const only = stream();
    fetching.mockResolvedValueOnce(only.response);
    connect();
    await vi.waitFor(() => expect(states.at(-1)).toBe('open'));
    only.write('data: {"type":"from the future"}\n\ndata: not json\n\ndata: {"type":"contest","seq":2}\n\n');
    await vi.waitFor(() => expect(received).toEqual(['contest']));
  });
});
