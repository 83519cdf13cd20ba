import { basename, resolve } from 'node:path';
import { importPackage } from '@sandglass/client';
import { adminClient } from '../platform/admin-client.ts';
import { UsageError, type Command } from '../platform/command.ts';
import { say } from '../platform/terminal.ts';
import { readWords } from '../platform/words.ts';

export const command: Command = {
  name: 'import',
  summary: 'bring problem packages into a running system',
  usage: `Usage: ./sandglass import [--url URL] [--user NAME] [--password-file FILE] [--data DIR] [--id ID] PACKAGE…

A PACKAGE is a folder or a zip (ICPC legacy or 2025-09). Its id is its file name unless --id
gives another (one package only). Importing the same id again makes a new version of the problem.
Without --url the system that \`up\` started on this machine is meant, as its operator: no password is needed.`,
  async run(argv) {
    const { values, positionals } = readWords(argv, {
      most: Infinity,
      options: {
        url: { type: 'string' },
        user: { type: 'string' },
        'password-file': { type: 'string' },
        data: { type: 'string' },
        id: { type: 'string' },
      },
    });
    if (positionals.length === 0) throw new UsageError('name at least one package');
    if (values.id !== undefined && positionals.length > 1)
      throw new UsageError('--id goes with one package only');
    const { url, user, data } = values;
    const client = adminClient({ url, user, data, passwordFile: values['password-file'] });

    for (const path of positionals) {
      const id = values.id ?? basename(path).replace(/\.zip$/, '');
      const answer = await importPackage(client, id, resolve(path));
      const what = answer.unchanged ? 'unchanged' : `version ${answer.version}`;
      say(`${id}: ${what}, ${answer.testCount} tests, ${answer.jurySubmissionCount} jury submissions`);
      for (const warning of answer.warnings)
        say(`  ${warning.severity}: ${warning.file}: ${warning.message}`);
    }
    return 0;
  },
};
