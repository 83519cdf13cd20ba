/** What `./sandglass fuzz` uses. */
export { keepInput, readInput } from './lib/corpus.ts';
export { drive, replay } from './lib/drive.ts';
export { runNative } from './lib/native.ts';
export { obstacleTo } from './lib/obstacle.ts';
export { targets } from './targets.ts';
