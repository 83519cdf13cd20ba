import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard output; the token is never among them. */
export function createLog(level: string, host: string): Log {
  return pino({
    level,
    base: { service: 'judgehost', host, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: 'msg',
    redact: { paths: ['token', 'config.token', '*.authorization', 'redis.url'], censor: '[secret]' },
    formatters: { level: (label) => ({ level: label }) },
  });
}
