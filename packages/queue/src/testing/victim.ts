/** Run by a test as a process to be killed: takes a task, reports it, and hangs. */
import { startJudgeWorker } from '../judge-worker.ts';

const [url = '', prefix = ''] = process.argv.slice(2);

const worker = startJudgeWorker(url, {
  prefix,
  concurrency: 1,
  lockMs: 1000,
  onTask: async (taskId) => {
    process.send?.(taskId);
    await new Promise(() => {});
  },
});
await worker.ready();
process.send?.('ready');
