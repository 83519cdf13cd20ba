/** Runs a target in C++: its own script builds it, drives it and says what it found. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { NativeTarget } from './target.ts';

const root = join(import.meta.dirname, '../..');

export interface NativeRun {
  readonly status: number | null;
  readonly output: string;
}

/** @param signal ends the fuzzer and all that it started */
export function runNative(
  target: NativeTarget,
  options: { readonly seconds: number; readonly seed: number; readonly signal?: AbortSignal },
): Promise<NativeRun> {
  const words = [String(options.seconds), String(options.seed), '--only', target.name];
  return new Promise((resolve, reject) => {
    // A group of its own: the script's fuzzer ends with it.
    const child = spawn(join(root, target.script), words, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const stop = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    };
    options.signal?.addEventListener('abort', stop, { once: true });
    child.once('error', reject);
    child.once('close', (status) => {
      options.signal?.removeEventListener('abort', stop);
      resolve({ status, output });
    });
  });
}
