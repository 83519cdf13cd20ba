import { basename, join, resolve } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { importPackage, SandglassClient } from '@sandglass/client';
import { defaultDataFolder } from '../checkout.ts';
import { UsageError, type Command } from '../command.ts';
import { readRunningStack } from '../running-stack.ts';

export const command: Command = {
  name: 'import',
  summary: 'bring problem packages into a running system',
  usage: `Usage: ./sandglass import [--url URL] [--user NAME] [--password-file FILE] [--data DIR] [--id ID] PACKAGE…

A PACKAGE is a folder or a zip (ICPC legacy or 2025-09). Its id is its file name unless --id
gives another (one package only). Importing the same id again makes a new version of the problem.
Without --url the system that \`up\` started on this machine is meant.`,
  async run(argv) {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        user: { type: 'string', default: 'admin' },
        'password-file': { type: 'string' },
        data: { type: 'string' },
        id: { type: 'string' },
      },
    });
    if (positionals.length === 0) throw new UsageError('name at least one package');
    if (values.id !== undefined && positionals.length > 1)
      throw new UsageError('--id goes with one package only');
    const dataFolder = values.data === undefined ? defaultDataFolder() : resolve(values.data);
    const url = values.url ?? readRunningStack(dataFolder)?.url;
    if (url === undefined)
      throw new UsageError('nothing is running on this machine: start it with `up`, or give --url');
    const passwordFile = values['password-file'] ?? join(dataFolder, 'secrets/admin-password');
    if (!existsSync(passwordFile)) throw new UsageError(`--password-file: there is no file ${passwordFile}`);
    const client = new SandglassClient(url, {
      username: values.user,
      password: readFileSync(passwordFile, 'utf8').trim(),
    });

    for (const path of positionals) {
      const id = values.id ?? basename(path).replace(/\.zip$/, '');
      const answer = await importPackage(client, id, resolve(path));
      const what = answer.unchanged ? 'unchanged' : `version ${answer.version}`;
      console.log(
        `${id}: ${what}, ${answer.testCount} tests, ${answer.jurySubmissionCount} jury submissions`,
      );
      for (const warning of answer.warnings)
        console.log(`  ${warning.severity}: ${warning.file}: ${warning.message}`);
    }
    return 0;
  },
};
