/**
 * A process that ends while its slot is still taking a run apart: `ends-early.ts close|kill FOLDER`. Writes the number of
 * its broker. `kill`: the broker gets no chance to clean up. Without a folder: only starts a broker.
 */
import { createSlot, probe } from '../src/index.ts';
import { childrenOf, dying, testUidBase } from './harness.ts';

const [how, folder] = process.argv.slice(2);
if (folder === undefined) {
  await probe();
} else {
  const slot = await createSlot({ ordinal: 3, uidBase: testUidBase, cpus: [0] });
  const run = { argv: ['/program/worst', 'mappings-of-all'], program: { directory: folder } };
  await slot.run({ ...run, limits: { ...dying, wallUs: 5_000_000 } });
  const [broker = 0] = childrenOf(process.pid, 'sandglass-brok');
  console.log(slot.handovers === 1 ? broker : 'nothing was left behind');
  if (how === 'close') await slot.close();
  else process.kill(broker, 'SIGKILL');
}
process.exit(0);
