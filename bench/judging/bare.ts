/** The same compilations and runs without a judge around them, on as many cores. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileCommand, languageById, runCommand } from '@sandglass/languages';
import { detectToolchains } from '@sandglass/languages/detect';
import { compileBareJudging } from '../lib/native-helper.ts';
import { inputOf, testCount } from './contest.ts';
import type { Program } from './programs.ts';

const run = promisify(execFile);
const memoryBytes = 2 ** 31;

/** Seconds that `rounds` submissions take on each of `processes` at once. */
export type Bare = (rounds: number, processes: number) => Promise<number>;

export async function prepareBare(scratch: string): Promise<(program: Program) => Promise<Bare>> {
  const helper = await compileBareJudging(scratch);
  const inputs = join(scratch, 'inputs');
  await mkdir(inputs);
  for (let test = 0; test < testCount; test += 1) await writeFile(join(inputs, String(test)), inputOf(test));
  const toolchains = await detectToolchains();
  return async (program) => {
    const tools = toolchains.find(({ language }) => language === program.language)?.programs;
    if (tools === undefined) throw new Error(`this machine cannot judge ${program.language}`);
    const language = languageById(program.language);
    const compile = compileCommand(language, {
      files: [{ name: program.file, text: program.text }],
      memoryBytes,
      programs: tools,
    });
    return async (rounds, processes) => {
      const took = await Promise.all(
        Array.from({ length: processes }, async (_, index) => {
          const folder = join(scratch, `${program.language}-${String(index)}`);
          await mkdir(folder, { recursive: true });
          for (const { placedAs } of compile.files) await writeFile(join(folder, placedAs), program.text);
          const { argv, env } = runCommand(language, {
            entryPoint: compile.entryPoint,
            memoryBytes,
            programs: tools,
            program: compile.result.kind === 'tree' ? join(folder, compile.result.path) : folder,
          });
          const words = [rounds, inputs, testCount, argv.length].map(String);
          const { stdout } = await run(helper, [...words, ...argv, ...compile.argv], {
            cwd: folder,
            env: { ...compile.env, ...env },
          });
          return Number(stdout) / 1e6;
        }),
      );
      return Math.max(...took);
    };
  };
}
