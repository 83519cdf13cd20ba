import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from './app-type.ts';

const lookMs = 50;
/** Answers still under way get this long. */
const patienceMs = 5000;

/**
 * Lets the server end as soon as its last answer is through. Node closes connections that
 * are idle after a request, but not those on which none ever came, and browsers open such
 * ahead of need; each would hold the process for a keep-alive of 75 s.
 */
export function closeIdleConnections(app: App): void {
  const answering = new Map<Socket, number>();
  const count = (socket: Socket, change: number): void => {
    if (answering.has(socket)) answering.set(socket, (answering.get(socket) ?? 0) + change);
  };
  app.server.on('connection', (socket: Socket) => {
    answering.set(socket, 0);
    socket.once('close', () => answering.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const started = Date.now();
    const timer = setInterval(() => {
      const impatient = Date.now() - started > patienceMs;
      for (const [socket, answers] of answering) {
        if (answers === 0 || impatient) socket.destroySoon();
      }
    }, lookMs);
    app.server.once('close', () => clearInterval(timer));
  });
}
