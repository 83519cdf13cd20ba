/** Entry point: environment in, JSON log lines out; SIGTERM stops it within a few seconds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHostReader, machineCores } from '@sandglass/host-health';
import { readManifest, surveyImage } from '@sandglass/judge';
import { detectToolchains } from '@sandglass/languages/detect';
import { takeRestartNote, watchLoop, type RestartNote } from '@sandglass/service';
import { createSlot, hostView, inheritedBrokerLoss } from '@sandglass/sandbox';
import { createApiClient } from './api/api-client.ts';
import { hostFingerprint, imageFingerprint } from './slots/build-identity.ts';
import { readConfig, type Config } from './platform/config.ts';
import { JudgehostError, messageOf } from './platform/errors.ts';
import { Judgehost } from './judgehost.ts';
import { readImages } from './slots/host-images.ts';
import { createLog, createLogSink, logBase, type Log } from './platform/log.ts';
import { calibrationProgram } from './health/self-watch/calibration-program.ts';

/** How long the last lines of the log may take, ms. */
const lastLinesMs = 300;

const logSink = createLogSink();
const status = await main();
await logSink.flush(lastLinesMs);
// Ended by hand: a connection to a Redis that is gone would keep the process alive.
process.exit(status);

async function main(): Promise<number> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof JudgehostError)) throw error;
    createLog('info', 'judgehost', logSink).fatal({ code: error.code }, error.message);
    return 2;
  }
  const log = createLog(config.logLevel, config.name, logSink);
  const noteFile = join(config.dataFolder, 'ended-because.json');
  const restarted = takeRestartNote(process.env, noteFile);
  if (restarted !== null) log.warn(restarted, 'started again after the judgehost before this one was ended');
  watchLoop({ logLine: { level: 'fatal', ...logBase(config.name) }, noteFile });
  try {
    await judge(config, log, restarted);
    return 0;
  } catch (error) {
    log.fatal({ err: error }, messageOf(error));
    return 1;
  }
}

/** Resolves when the host was asked to stop and has stopped. */
async function judge(config: Config, log: Log, restarted: RestartNote | null): Promise<void> {
  const stopRequest = stopSignal();
  const { slots, smt, reserve, dataFolder, rootfs, uidBase } = config;
  const reader = createHostReader({
    slots: slots ?? null,
    smt,
    reserve,
    diskPath: dataFolder,
    view: hostView,
  });
  const [toolchains, { slots: placements, derivation }] = await Promise.all([
    // Whose compilers judge: the image's when there is one, found with a slot that is closed again.
    rootfs === undefined ? detectToolchains() : surveyImage(rootfs, { uidBase }).then(({ found }) => found),
    reader.plan(),
  ]);
  log.info(
    {
      toolchains: toolchains.map(({ language, version }) => `${language}: ${version}`),
      slots: placements.length,
      cpus: derivation.summary,
      rootfs,
    },
    'starting',
  );
  // One after another: each takes a slot of its own, and slots have a number.
  const images = await readImages({
    folder: config.imagesFolder,
    memory: join(dataFolder, 'images.json'),
    software: softwareVersion(),
    survey: async (path) => (await surveyImage(path, { uidBase })).found,
    log,
  });
  const host = new Judgehost(config, {
    api: createApiClient(config.url, config.token, () => readConfig(process.env).token),
    createSlot,
    toolchains,
    fingerprint:
      rootfs === undefined ? await hostFingerprint() : imageFingerprint(await readManifest(rootfs)),
    images,
    placements,
    readReport: () => reader.read(),
    readCores: async () => machineCores(await reader.plan()),
    calibrationProgram: calibrationProgram,
    software: softwareVersion(),
    process: { logSink, restarted },
    log,
  });
  let stopping = false;
  const started = host.start().catch((error: unknown) => {
    // A start that was interrupted by the stop is no failure.
    if (!stopping) throw error;
  });
  try {
    await Promise.race([stopRequest, inheritedBrokerLoss(), started.then(() => stopRequest)]);
    stopping = true;
    log.info({}, 'stopping');
  } finally {
    await host.stop();
  }
  log.info({}, 'stopped');
}

/** Resolves at the first SIGTERM or SIGINT; the second ends the process on the spot. */
function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let signals = 0;
  const onSignal = (): void => {
    signals += 1;
    if (signals > 1) process.exit(1);
    resolve();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return promise;
}

function softwareVersion(): string {
  const manifest = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
