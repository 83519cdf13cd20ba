import { resolve } from 'node:path';
import { isAlive } from '@sandglass/local-services';
import type { Command } from '../platform/command.ts';
import { defaultDataFolder } from '../platform/checkout.ts';
import { otherStacks } from '../platform/known-stacks.ts';
import { readRunningStack } from '../platform/running-stack.ts';
import { say } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';

export const command: Command = {
  name: 'status',
  summary: 'what is running, and whether it is well',
  usage: `Usage: ./sandglass status [--data DIR] [--json]

  --data DIR  the data folder that \`up\` was given (default ${defaultDataFolder()})
  --json      one object for programs

Exit status 0 when everything runs, 1 when something or everything is down.`,
  async run(argv) {
    const { values } = readWords(argv, {
      options: { data: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    const dataFolder = values.data === undefined ? defaultDataFolder() : resolve(values.data);
    const stack = readRunningStack(dataFolder);
    if (stack === undefined) {
      say(
        values.json
          ? JSON.stringify({ running: false, dataFolder })
          : `Not running (data folder ${dataFolder}).`,
      );
      if (values.data === undefined && !values.json) say(otherStacks(dataFolder));
      return 1;
    }
    const processes = stack.processes.map(({ name, identity }) => ({
      name,
      pid: identity.pid,
      alive: isAlive(identity),
    }));
    const ready = await answers(`${stack.url}/api/ready`);
    const well = ready && processes.every(({ alive }) => alive);
    if (values.json) {
      say(
        JSON.stringify({
          running: true,
          well,
          url: stack.url,
          dataFolder,
          startedAt: stack.startedAt,
          ready,
          processes,
          restarts: stack.restarts ?? [],
        }),
      );
    } else {
      say(`Sandglass at ${stack.url} since ${stack.startedAt}, ${ready ? 'ready' : 'NOT READY'}`);
      for (const { name, pid, alive } of processes) say(`  ${alive ? 'up  ' : 'DOWN'}  ${name} (pid ${pid})`);
      for (const { name, at, why } of stack.restarts ?? [])
        say(`  ${name} was restarted at ${timeOf(at)}: ${why}`);
    }
    return well ? 0 : 1;
  },
};

/** With the day when it was another one. */
function timeOf(at: string): string {
  const [date, now] = [new Date(at), new Date()];
  const time = date.toTimeString().slice(0, 8);
  return date.toDateString() === now.toDateString() ? time : `${date.toISOString().slice(0, 10)} ${time}`;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}
