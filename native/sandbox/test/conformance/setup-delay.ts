/**
 * A slow set-up, which no request can ask for: the broker's environment names a file, and supervisors read from it before
 * each launch how many microseconds longer the launch is to take. The file must be there when the broker starts.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of the environment's variable. */
export const setupDelayFile = 'SANDGLASS_TEST_SETUP_DELAY';

const path = process.env[setupDelayFile] ?? newFile();

/** Those who start a broker for others have made the file. */
function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandglass-setup-delay-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'microseconds');
  writeFileSync(file, '0');
  process.env[setupDelayFile] = file;
  return file;
}

/** Every run that is launched in that time has a set-up that takes so much longer. */
export async function withSetupDelay<Result>(us: number, run: () => Promise<Result>): Promise<Result> {
  await writeFile(path, String(us));
  try {
    return await run();
  } finally {
    await writeFile(path, '0');
  }
}
