import { errorForLog, LogSink } from '@sandglass/service';
import { pino, type Logger, type LoggerOptions } from 'pino';

export type Log = Logger;

/** What every line has. */
export function logBase(host: string): Readonly<Record<string, unknown>> {
  return { service: 'judgehost', host, pid: process.pid };
}

/** JSON lines; the token is never among them. @param sink where they go; omitted: standard output */
export function createLog(level: string, host: string, sink?: LogSink): Log {
  const options: LoggerOptions = {
    level,
    base: logBase(host),
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: 'msg',
    serializers: { err: errorForLog(pino.stdSerializers.err) },
    redact: { paths: ['token', 'config.token', '*.authorization', 'redis.url'], censor: '[secret]' },
    formatters: { level: (label) => ({ level: label }) },
  };
  return sink === undefined ? pino(options) : pino(options, sink);
}

/** Standard output, written beside everything else. */
export function createLogSink(): LogSink {
  const sink = new LogSink({
    onRecovered: (dropped) => {
      const line = { level: 'warn', time: new Date().toISOString(), service: 'judgehost', pid: process.pid };
      return `${JSON.stringify({ ...line, dropped, msg: 'log lines could not be written and are missing here' })}\n`;
    },
  });
  process.on('exit', () => sink.flushAtExit());
  return sink;
}
