/** `node apps/api/src/main.ts`: serves until SIGTERM or SIGINT. */
import { buildApp } from './app.ts';
import { ConfigError, readConfig, type Config } from './config/config.ts';

const config = configOrExit();
const app = await buildApp(config);
await app.listen({ host: config.host, port: config.port, listenTextResolver: () => 'listening' });

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, 'stopping');
    // Whoever does not let go in time is cut off: the supervisor would do worse.
    setTimeout(() => process.exit(1), 10_000).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        app.log.error({ err: error }, 'could not stop in order');
        process.exit(1);
      },
    );
  });
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
