import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilerVersionSchema } from '@sandglass/contracts';
import { languageById, languages } from './catalogue.ts';
import { compileCommand, runCommand } from './command.ts';
import { detectToolchains, sandboxVisible, surveyToolchains, type Toolchain } from './detect.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandglass-detect-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('detection', () => {
  it('says of every language either where it is or why it is not', async () => {
    const { found, missing } = await surveyToolchains();
    const named = [...found, ...missing].map((entry) => entry.language);
    expect(named.toSorted()).toEqual(languages.map((language) => language.id).toSorted());
    for (const { language, version } of found) compilerVersionSchema.parse({ language, version });
    for (const { reason } of missing) expect(reason).toMatch(/not found|does not work/);
  });

  it('takes only programs the sandbox shows, or can be shown', async () => {
    for (const { programs, hostPaths } of await detectToolchains({ probe: false })) {
      for (const program of [programs.compiler, programs.runtime ?? programs.compiler]) {
        expect([...sandboxVisible, ...hostPaths].some((seen) => program.startsWith(`${seen}/`))).toBe(true);
      }
    }
  });

  it('passes over a shim in a home folder', async () => {
    const shim = path.join(folder, 'shims', 'nowhere3');
    await mkdir(path.dirname(shim), { recursive: true });
    await writeFile(shim, '#!/bin/sh\necho Python 9.9\n');
    await chmod(shim, 0o755);
    const python = languageById('python3');
    const search = { wellKnown: [], names: ['nowhere3'] };
    const shimmed = { ...python, programs: { compiler: search, runtime: search } };
    const { found, missing } = await surveyToolchains({ languages: [shimmed], path: path.dirname(shim) });
    expect(found).toEqual([]);
    expect(missing[0]?.reason).toContain('nowhere3 not found');
  });

  it('takes a tool chain outside the system’s folders when it is named, and shows its folder', async () => {
    const toolchain = path.join(folder, 'opt', 'python-9');
    const program = path.join(toolchain, 'bin', 'nowhere3');
    await mkdir(path.dirname(program), { recursive: true });
    await writeFile(program, '#!/bin/sh\necho Python 9.9\n');
    await chmod(program, 0o755);
    const search = { wellKnown: [], names: ['nowhere3'] };
    const python = { ...languageById('python3'), programs: { compiler: search, runtime: search } };
    const { found } = await surveyToolchains({ languages: [python], folders: [toolchain] });
    expect(found).toMatchObject([{ path: program, version: 'Python 9.9', hostPaths: [toolchain] }]);
  });

  it('goes on to the next program when the first does not work', async () => {
    const broken = path.join(folder, 'opt', 'broken');
    await mkdir(path.join(broken, 'bin'), { recursive: true });
    await writeFile(path.join(broken, 'bin', 'python3'), '#!/bin/sh\nexit 1\n');
    await chmod(path.join(broken, 'bin', 'python3'), 0o755);
    const { found } = await surveyToolchains({ languages: [languageById('python3')], folders: [broken] });
    expect(found[0]?.path).toBe('/usr/bin/python3');
  });

  it('leaves out a compiler that cannot compile the probe', async () => {
    const c = languageById('c');
    const broken = { ...c, compile: { ...c.compile, argv: [...c.compile.argv, '-lno-such-library'] } };
    const { found, missing } = await surveyToolchains({ languages: [broken] });
    expect(found).toEqual([]);
    expect(missing[0]?.reason).toMatch(/does not work|not found/);
  });
});

const hello: Record<string, { name: string; text: string }[]> = {
  c: [{ name: 'a.c', text: '#include <stdio.h>\nint main(void) { puts("hello"); }\n' }],
  cpp: [
    {
      name: 'a.cpp',
      text: '#include "b.h"\n#include <iostream>\nint main() { std::cout << word() << "\\n"; }\n',
    },
    { name: 'b.cpp', text: '#include "b.h"\nconst char *word() { return "hello"; }\n' },
    { name: 'b.h', text: 'const char *word();\n' },
  ],
  java: [
    {
      name: 'prog.java',
      text: 'package a.b;\npublic class Prog { public static void main(String[] x) { System.out.println(new Word().text()); } }\n',
    },
    { name: 'Word.java', text: 'package a.b;\nclass Word { String text() { return "hello"; } }\n' },
  ],
  python3: [
    { name: 'main.py', text: 'import word\nprint(word.text)\n' },
    { name: 'word.py', text: 'text = "hello"\n' },
  ],
};
const wrong: Record<string, { name: string; text: string }[]> = {
  c: [{ name: 'a.c', text: 'int main(void) { return x; }\n' }],
  cpp: [{ name: 'a.cpp', text: 'int main() { return x; }\n' }],
  java: [{ name: 'A.java', text: 'class A { int x = "text"; }\n' }],
  python3: [{ name: 'a.py', text: 'x = = 1\n' }],
};

/** Compiles in a folder that plays /box; the commands run outside the sandbox here. */
async function compile(toolchain: Toolchain, files: { name: string; text: string }[]) {
  const language = languageById(toolchain.language);
  const box = await mkdtemp(path.join(folder, `${language.id}-`));
  const command = compileCommand(language, { files, memoryBytes: 1024 ** 3, programs: toolchain.programs });
  for (const { name, placedAs } of command.files) {
    await writeFile(path.join(box, placedAs), files.find((file) => file.name === name)?.text ?? '');
  }
  const [program = '', ...rest] = command.argv;
  execFileSync(program, rest, { cwd: box, env: command.env, stdio: 'pipe' });
  const { result } = command;
  const programFolder = result.kind === 'tree' ? path.join(box, result.path) : box;
  return { language, entryPoint: command.entryPoint, programFolder };
}

describe('the commands of', async () => {
  const toolchains = await detectToolchains({ languages: Object.keys(hello).map(languageById) });

  // The others, and what goes wrong in them, are judged for real in packages/judge.
  for (const language of languages.filter(({ id }) => id in hello)) {
    const toolchain = toolchains.find((found) => found.language === language.id);
    const why = toolchain === undefined ? ' (skipped: no compiler here)' : '';

    it.skipIf(toolchain === undefined)(
      `${language.id} compile and run a program of several files${why}`,
      async () => {
        if (toolchain === undefined) return;
        const { entryPoint, programFolder } = await compile(toolchain, hello[language.id] ?? []);
        const { argv, env } = runCommand(language, {
          entryPoint,
          memoryBytes: 256 * 1024 ** 2,
          programs: toolchain.programs,
          program: programFolder,
        });
        const [program = '', ...rest] = argv;
        expect(execFileSync(program, rest, { env, encoding: 'utf8' })).toBe('hello\n');
      },
    );

    it.skipIf(toolchain === undefined)(`${language.id} refuse a wrong program${why}`, async () => {
      if (toolchain === undefined) return;
      await expect(compile(toolchain, wrong[language.id] ?? [])).rejects.toThrow('Command failed');
    });
  }

  it('name existing folders for what lies outside /usr', () => {
    for (const { hostPaths } of toolchains)
      for (const hostPath of hostPaths) expect(existsSync(hostPath)).toBe(true);
  });
});
