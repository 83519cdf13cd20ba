/**
 * What a service says to its starter on the descriptor that the starter gave it: a line whenever its event loop turns,
 * and, before it ends itself because the loop is blocked, why.
 */
import { Socket } from 'node:net';

/** Names the descriptor. */
export const heartbeatVariable = 'SANDGLASS_HEARTBEAT_FD';

/** Between two beats of a loop that turns, ms. */
export const beatEveryMs = 500;

export const beatLine = 'beat\n';
export const hungPrefix = 'hung ';

/** @returns null: nobody listens */
export function heartbeatDescriptor(environment: NodeJS.ProcessEnv): number | null {
  const fd = Number(environment[heartbeatVariable] ?? '');
  return Number.isInteger(fd) && fd > 2 ? fd : null;
}

/** Beats until the process ends. A starter that has gone, or does not listen, is never waited for. */
export function startHeartbeat(fd: number): void {
  let socket: Socket;
  try {
    socket = new Socket({ fd, readable: false, writable: true });
  } catch {
    return;
  }
  socket.unref();
  const beat = (): void => {
    if (socket.writableLength === 0) socket.write(beatLine);
  };
  const timer = setInterval(beat, beatEveryMs);
  timer.unref();
  socket.once('error', () => {
    clearInterval(timer);
    socket.destroy();
  });
  beat();
}
