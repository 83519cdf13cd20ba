import { UsageError } from './command.ts';
import { commands } from './commands.ts';
import { checkoutRoot } from './checkout.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = argv;
  if (name === 'version' || name === '--version') {
    const manifest = JSON.parse(readFileSync(join(checkoutRoot, 'package.json'), 'utf8')) as {
      version: string;
    };
    console.log(`sandglass ${manifest.version}`);
    return 0;
  }
  if (name === 'help' || name === '--help' || name === '-h') return help(rest[0]);
  const load = commands[name];
  if (load === undefined) {
    console.error(`sandglass: there is no command "${name}". ./sandglass help lists them.`);
    return 2;
  }
  const { command } = await load();
  if (rest.includes('--help') || rest.includes('-h')) {
    console.log(command.usage);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    if (error instanceof UsageError || isParseArgsError(error)) {
      console.error(`sandglass ${name}: ${(error as Error).message}\n\n${command.usage}`);
      return 2;
    }
    console.error(`sandglass ${name}: ${error instanceof Error ? error.message : String(error)}`);
    if (process.env['SANDGLASS_TRACE'] !== undefined) console.error(error);
    return 1;
  }
}

async function help(name: string | undefined): Promise<number> {
  if (name !== undefined && commands[name] !== undefined) {
    const { command } = await commands[name]();
    console.log(command.usage);
    return 0;
  }
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  const width = Math.max(...loaded.map(({ command }) => command.name.length));
  console.log(
    'Sandglass: a contest judging system whose timing can be trusted.\n\nUsage: ./sandglass COMMAND …\n',
  );
  for (const { command } of loaded) console.log(`  ${command.name.padEnd(width)}  ${command.summary}`);
  console.log('\n./sandglass help COMMAND tells more.');
  return 0;
}

function isParseArgsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
