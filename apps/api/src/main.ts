/** `node apps/api/src/main.ts`: serves until SIGTERM or SIGINT. */
import { join } from 'node:path';
import { LogSink, takeRestartNote, watchLoop } from '@sandglass/service';
import { buildApp } from './app.ts';
import { ConfigError, readConfig, type Config } from './platform/config/config.ts';
import { scratchFolderOf } from './platform/module.ts';

/** How long the last lines of the log may take, ms. */
const lastLinesMs = 300;

const config = configOrExit();
const noteFile = join(config.dataFolder, 'ended-because.json');
const restarted = takeRestartNote(process.env, noteFile);
// As pino writes them.
const warning = 40;
const fatal = 60;
const logSink = new LogSink({
  onRecovered: (dropped) =>
    `${JSON.stringify({ level: warning, time: Date.now(), service: 'api', dropped, msg: 'log lines could not be written and are missing here' })}\n`,
});
process.on('exit', () => logSink.flushAtExit());
watchLoop({ logLine: { level: fatal, service: 'api' }, noteFile });
// What is unpacked for a moment lies in a folder of this process's own, which is emptied at the start.
process.env['TMPDIR'] = scratchFolderOf(config);
const app = await buildApp(config, { process: { logSink, restarted } });
if (restarted !== null) app.log.warn(restarted, 'started again after the api before this one was ended');
await app.listen({ host: config.host, port: config.port, listenTextResolver: () => 'listening' });

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, 'stopping');
    // A client that does not close in time is cut off: the supervisor would kill the process.
    setTimeout(() => process.exit(1), 10_000).unref();
    void stop();
  });
}

async function stop(): Promise<void> {
  let status = 0;
  try {
    await app.close();
  } catch (error) {
    app.log.error({ err: error }, 'could not stop in order');
    status = 1;
  }
  await logSink.flush(lastLinesMs);
  process.exit(status);
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) console.error(`configuration: ${problem}`);
    process.exit(2);
  }
}
