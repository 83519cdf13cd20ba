import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { callersFolder } from '@sandglass/local-services';

/**
 * Runs `up` again in a process of its own session and follows its log until it is
 * ready, so that the terminal can be closed afterwards.
 */
export async function detach(argv: readonly string[], dataFolder: string): Promise<number> {
  const logFolder = join(dataFolder, 'log');
  callersFolder(`${dataFolder}/`, 0o755);
  // It will hold the logins: for the caller's eyes only.
  callersFolder(logFolder);
  const logFile = join(logFolder, 'up.log');
  rmSync(logFile, { force: true });
  // Appended to: it is emptied when it has grown too large.
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(
    process.execPath,
    [process.argv[1] ?? '', 'up', ...argv.filter((word) => word !== '--detach')],
    {
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    },
  );
  closeSync(log);

  let shown = 0;
  const follow = setInterval(() => {
    const text = readFileSync(logFile, 'utf8');
    process.stdout.write(text.slice(shown));
    shown = text.length;
  }, 100);
  const status = await new Promise<number>((resolve) => {
    child.once('message', () => resolve(0));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  clearInterval(follow);
  process.stdout.write(readFileSync(logFile, 'utf8').slice(shown));
  if (child.connected) child.disconnect();
  child.unref();
  return status;
}
