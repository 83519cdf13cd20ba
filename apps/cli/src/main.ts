import { runWords } from './run-words.ts';
import { complain, outputLost, watchOutput } from './platform/terminal.ts';

watchOutput();
process.exitCode = await withOutput(await runWords(process.argv.slice(2)));

/** A result that nobody could receive is no success. A reader that has closed the pipe needs no message. */
async function withOutput(status: number): Promise<number> {
  const lost = await outputLost();
  if (lost === undefined) return status;
  if (lost.code !== 'EPIPE') complain(`sandglass: standard output could not be written: ${lost.message}`);
  return status === 0 ? 1 : status;
}
