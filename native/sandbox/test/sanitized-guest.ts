/**
 * conformance/guest.ts with the broker built with sanitizers, whose reports go to standard error. With `crash` as last
 * argument a supervisor is then sent SIGSEGV: its report shows that reports are heard.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { addon } from '../src/native.ts';

const executable = fileURLToPath(new URL('../build/sanitized/sandglass-sandbox', import.meta.url));
process.env['SANDGLASS_BROKER_FD'] = String(addon().startBroker(executable));
await import('./conformance/guest.ts');

if (process.argv.includes('crash')) {
  const { createSlot } = await import('../src/index.ts');
  const slot = await createSlot({ ordinal: 1 });
  process.kill(await supervisor(), 'SIGSEGV');
  // The one under way when the supervisor dies is lost; then the slot is rebuilt.
  const limits = { cpuUs: 1e6, wallUs: 10e6, memoryBytes: 1 << 24, processes: 2 };
  const lost = await slot.run({ argv: ['/bin/true'], limits }).then(
    () => false,
    () => true,
  );
  if (lost) await slot.run({ argv: ['/bin/true'], limits });
  process.stdout.write(`${JSON.stringify({ kind: 'crashed', rebuilds: slot.rebuilds })}\n`);
  await slot.close();
}

/** The grandchild of this process that is a slot's supervisor. */
async function supervisor(): Promise<number> {
  const all = new Map<number, { parent: number; name: string }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    const field = (key: string): string => new RegExp(`^${key}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
    all.set(Number(name), { parent: Number(field('PPid')), name: field('Name') });
  }
  for (const [pid, { parent, name }] of all) {
    if (name === 'sandglass-slot' && all.get(parent)?.parent === process.pid) return pid;
  }
  throw new Error('the slot has no supervisor');
}
