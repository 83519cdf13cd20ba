import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documented, manualFile } from './document.ts';
import { hostilePrograms } from './manifest.ts';
import { groupOf, languageNames, languageOf, stageOf } from './model.ts';
import { attacksOf, programsFolder } from './fixture.ts';

describe('the manifest of hostile programs', () => {
  it('names every program there is, and none that is not', async () => {
    const innocents = await readdir(join(programsFolder, 'innocent'));
    const entries = await readdir(programsFolder, { recursive: true, withFileTypes: true });
    const shared = ['hostile.h', 'witness.c', 'interactor.c', 'guesser.c', ...innocents];
    const files = entries
      .filter((entry) => entry.isFile() && !shared.includes(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(programsFolder.length + 1));
    expect([...new Set(hostilePrograms.map(({ file }) => file))].sort()).toEqual(files.sort());
  });

  it('attacks the compilers of all its languages, and has programs that attack while they run in most', () => {
    expect(hostilePrograms.length).toBeGreaterThanOrEqual(300);
    const languages = Object.keys(languageNames).filter((language) => language !== 'sh');
    const of = (stage: string): string[] =>
      hostilePrograms.filter((program) => stageOf(program) === stage).map(languageOf);
    expect([...new Set(of('compile'))].sort()).toEqual(languages.sort());
    expect([...new Set(of('run'))].filter((language) => language !== 'sh').sort()).toEqual(languages);
  });

  it('names no attempt twice', () => {
    const names = hostilePrograms.map((program) =>
      JSON.stringify([program.file, languageOf(program), program.limits]),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(hostilePrograms)('$file says in its first comment what it attacks', async (program) => {
    expect(await attacksOf(program)).toMatch(/^.{20,}\.$/);
  });

  it.each(hostilePrograms)('$file has endings of the kind its stage has', (program) => {
    const kinds = {
      run: /^(exited \d+|signalled SIG[A-Z]+|(cpu|wall|memory|output)-limit)$/,
      compile: /^(compiled|rejected)$/,
      validator: /^(AC|WA|JE|NO)$/,
      start: /^(RTE|MLE|TLE)$/,
      output: /^(AC|WA|NO|OLE|TLE)$/,
      interaction: /^(WA|RTE|TLE|WTL|OLE|JE)$/,
    } as const;
    for (const ending of program.expect) expect(ending).toMatch(kinds[stageOf(program)]);
    expect(program.expect.length).toBeGreaterThan(0);
  });

  it('refers only to findings that are written down', async () => {
    const findings = await readFile(join(import.meta.dirname, 'FINDINGS.md'), 'utf8');
    for (const { openFinding } of hostilePrograms) {
      if (openFinding !== undefined) expect(findings).toMatch(new RegExp(`^## ${openFinding} `, 'm'));
    }
  });

  it('is what the manual shows', async () => {
    const manual = await readFile(manualFile, 'utf8');
    expect(await documented(manual), 'run: node hostile/document.ts').toBe(manual);
    expect(new Set(hostilePrograms.map(groupOf)).size).toBe(12);
  });
});
