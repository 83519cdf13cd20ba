import { createHash } from 'node:crypto';
import { fileChunks } from './file-chunks.ts';
import type { OpenedPackage } from './opening.ts';

/** SHA-256 of a file's bytes, lower-case hexadecimal, read in chunks: memory does not grow with the file. */
export async function sha256File(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of fileChunks(path, signal)) hash.update(chunk);
  return hash.digest('hex');
}

/** Fills `inputSha256` and `answerSha256` of every test case that lacks them. */
export async function hashTestCases(opened: OpenedPackage, signal?: AbortSignal): Promise<void> {
  for (const test of opened.problem.testCases) {
    test.inputSha256 ??= await sha256File(opened.resolve(test.inputPath), signal);
    test.answerSha256 ??= await sha256File(opened.resolve(test.answerPath), signal);
  }
}
