/** Clients by the hundred that send a byte a second, read nothing, or have hung up by half: everybody else notices nothing. */
import { createConnection, type Socket } from 'node:net';
import { startStack, waitFor, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lasting, outage } from '../support/outage.ts';

const many = 200;
const byteMs = 1_000;
const besideMs = 6_000;
/** Headers have 15 s and are looked at every 5 s, a body brings something worth naming every 10 s; and a moment. */
const cutMs = 35_000;

let stack: TestStack;
const sockets: Socket[] = [];

beforeAll(async () => {
  stack = await startStack({ problems: ['sum'], slots: 1, durable: true, unthrottled: true });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await stack?.stop();
});

/** @param dribble sent a byte at a time; null: nothing more */
function open(head: string, dribble: string | null): Socket {
  const { hostname, port } = new URL(stack.url);
  const socket = createConnection({ host: hostname, port: Number(port), allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(head);
  if (dribble === null) return socket;
  let at = 0;
  const timer = setInterval(() => socket.write(dribble[(at += 1) % dribble.length] ?? 'x'), byteMs);
  socket.once('close', () => clearInterval(timer));
  return socket;
}

const several = (make: () => Socket): Socket[] => Array.from({ length: many }, make);

/** Hundreds at once that behave so, beside teams that submit and look at the scoreboard. */
async function beside(name: string, make: () => Socket): Promise<readonly Socket[]> {
  let opened: Socket[] = [];
  const looks: number[] = [];
  const course = await outage(stack, name, async () => {
    opened = several(make);
    for (const until = Date.now() + besideMs; Date.now() < until; await lasting(250)) {
      const asked = performance.now();
      await stack.admin.scoreboard(stack.contest);
      looks.push(performance.now() - asked);
    }
  });
  const slowest = (all: readonly number[]): number => Math.max(...all);
  const [submit, look] = [slowest(course.acknowledged.map(({ ms }) => ms)), slowest(looks)];
  console.log(
    `${name}: the slowest submission took ${submit.toFixed(0)} ms, the slowest scoreboard ${look.toFixed(0)} ms`,
  );
  expect(course.refused).toEqual([]);
  // Nobody waits for them; a machine that is busy with other tests takes its time all the same.
  expect(look).toBeLessThan(5_000);
  return opened;
}

async function cut(opened: readonly Socket[], withinMs: number): Promise<void> {
  // An end of the other side is seen by who reads.
  for (const socket of opened) socket.resume().once('end', () => socket.destroy());
  await waitFor(
    'all of them to be cut',
    () => Promise.resolve(opened.every(({ destroyed }) => destroyed)),
    withinMs,
  );
}

const path = (): string => `/api/contests/${stack.contest}`;

describe('two hundred clients', () => {
  it('that send their headers a byte a second are cut', async () => {
    await cut(
      await beside('slow headers', () => open('GET /api/health HTTP/1.1\r\nhost: x\r\nx-slow: ', 'a')),
      cutMs,
    );
  });

  it('that send their submission a byte a second are cut', async () => {
    const { username, password } = stack.teams[0] ?? stack.juryLogin;
    const basic = Buffer.from(`${username}:${password}`).toString('base64');
    const head = [
      `POST ${path()}/submissions HTTP/1.1`,
      'host: x',
      `authorization: Basic ${basic}`,
      'content-type: application/json',
      'content-length: 50000',
    ];
    await cut(
      await beside('slow bodies', () => open(`${head.join('\r\n')}\r\n\r\n{"problem":"`, 'A')),
      cutMs,
    );
  });

  it('that have hung up in the middle of a request, or said nothing, are cut', async () => {
    let turn = 0;
    const opened = await beside('half-open connections', () => {
      turn += 1;
      const socket = open(turn % 2 === 0 ? 'GET /api/contests HTTP/1.1\r\n' : '', null);
      if (turn % 3 > 0) socket.end();
      return socket;
    });
    await cut(opened, cutMs);
  });

  it('that never read their live stream hold nobody up', async () => {
    const opened = await beside('streams that nobody reads', () =>
      open(`GET ${path()}/live HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n`, null).pause(),
    );
    for (const socket of opened) socket.destroy();
  });
});
