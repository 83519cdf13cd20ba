import { isAlive, stopProcess } from '@sandglass/local-services';
import type { Command } from '../platform/command.ts';
import { defaultDataFolder } from '../platform/checkout.ts';
import { otherStacks } from '../platform/known-stacks.ts';
import { forgetRunningStack, readRunningStack } from '../platform/running-stack.ts';
import { resolve } from 'node:path';
import { say } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';

export const command: Command = {
  name: 'down',
  summary: 'stop exactly what `up` started',
  usage: `Usage: ./sandglass down [--data DIR]

  --data DIR  the data folder that \`up\` was given (default ${defaultDataFolder()})

Stops the stack that \`up\` started for this data folder, in order: judgehosts hand
their work back, then api, Redis, PostgreSQL. Data stays.`,
  async run(argv) {
    const { values } = readWords(argv, { options: { data: { type: 'string' } } });
    const dataFolder = values.data === undefined ? defaultDataFolder() : resolve(values.data);
    const stack = readRunningStack(dataFolder);
    if (stack === undefined) {
      say(`Nothing of ${dataFolder} is running.`);
      if (values.data === undefined) say(otherStacks(dataFolder));
      return 0;
    }
    // The supervisor stops its children itself, in order; what outlived a killed supervisor is stopped here.
    await stopProcess(stack.supervisor, 'SIGTERM', 60_000);
    for (const { name, identity } of stack.processes.toReversed()) {
      if (!isAlive(identity)) continue;
      say(`Stopping ${name} (pid ${identity.pid})`);
      await stopProcess(identity, name === 'PostgreSQL' ? 'SIGINT' : 'SIGTERM', 30_000);
    }
    forgetRunningStack(dataFolder);
    say(`Stopped. Data is kept in ${dataFolder}`);
    return 0;
  },
};
