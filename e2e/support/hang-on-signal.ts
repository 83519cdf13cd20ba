/** For `node --import`: at SIGUSR2 the event loop is blocked for ever, as it does in an endless loop of a library. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('SIGUSR2', function hangForEver() {
    for (;;);
  });
}
