import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readContestFile } from '@sandglass/client';
import { openPackage, validatePackage } from '@sandglass/problem-package';
import type { ProblemPackage } from '@sandglass/problem-package';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSamples, contestFile, defaultOutput, problemsFolder } from './build.ts';

const packages = new Map<string, ProblemPackage>();
const complaints: unknown[] = [];

describe('the sample contest', () => {
  beforeAll(async () => {
    for (const { shortName, directory } of await buildSamples()) {
      const opened = await openPackage(directory);
      packages.set(shortName, opened.problem);
      for (const issue of await validatePackage(opened)) complaints.push({ shortName, issue });
      await opened.close();
    }
  }, 120_000);

  it('has packages about which the package reader has nothing to complain, not even a warning', () => {
    expect(complaints).toEqual([]);
  });

  it('uses every problem once, under the labels A, B, C … and with a colour of its own', async () => {
    const { problems } = await readContestFile(contestFile);
    expect(problems.map(({ problem }) => problem).toSorted()).toEqual(
      (await readdir(problemsFolder)).toSorted(),
    );
    expect(problems.map(({ label }) => label).join('')).toBe('ABCDEFGH');
    expect(new Set(problems.map(({ colour }) => colour)).size).toBe(problems.length);
    for (const { colour } of problems) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('is running when it is imported, for five hours, frozen for the last one, with 12 to 16 teams', async () => {
    const contest = await readContestFile(contestFile);
    const minutes = 60_000;
    expect(contest).toMatchObject({
      name: 'Sandglass Warm-up Regional',
      starts: -30 * minutes,
      duration: 300 * minutes,
      freeze: 60 * minutes,
      penaltyMinutes: 20,
    });
    expect(contest.teams.length).toBeGreaterThanOrEqual(12);
    expect(contest.teams.length).toBeLessThanOrEqual(16);
    expect(new Set(contest.teams.map(({ id }) => id)).size).toBe(contest.teams.length);
    expect(new Set(contest.teams.map(({ name }) => name)).size).toBe(contest.teams.length);
    for (const { affiliation, country, category } of contest.teams) {
      expect([affiliation, country, category]).not.toContain(undefined);
    }
  });

  it('has statements in Markdown, HTML and PDF, packages in both formats and limits from every place', () => {
    const all = [...packages.values()];
    const formats = all.flatMap(({ statements }) => statements.map(({ format }) => format));
    expect(new Set(formats)).toEqual(new Set(['markdown', 'html', 'pdf']));
    expect(new Set(all.map(({ format }) => format))).toEqual(new Set(['legacy', '2025-09']));
    expect(new Set(all.map(({ limits }) => limits.timeLimitSource))).toEqual(
      new Set(['problem.yaml', 'domjudge-problem.ini', '.timelimit']),
    );
  });

  it('gives each problem one statement, one input validator, an identity, a licence, samples and secret data', () => {
    for (const [name, { testCases, statements, inputValidators, uuid, license }] of packages) {
      const about = { name, statements: statements.length, validators: inputValidators.length };
      expect(about).toEqual({ name, statements: 1, validators: 1 });
      expect([uuid, license]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), 'cc0']);
      expect(testCases.filter(({ isSample }) => isSample).length).toBeGreaterThan(0);
      expect(testCases.filter(({ isSample }) => !isSample).length).toBeGreaterThan(0);
    }
  });

  it('has statements with input, output and explanation, whose pictures are there', async () => {
    for (const [name, { statements }] of packages) {
      for (const { path, format, resources } of statements) {
        if (format === 'pdf') continue;
        const text = await readFile(join(defaultOutput, name, path), 'utf8');
        for (const heading of ['Input', 'Output', 'Explanation of the sample']) {
          expect(text, name).toMatch(format === 'html' ? `<h2>${heading}` : `\n## ${heading}`);
        }
        const pictures = Array.from(
          text.matchAll(/(?:!\[[^\]]*\]\(|src=")([^)"]+)/g),
          (found) => found[1] ?? '',
        );
        for (const picture of pictures) expect(resources).toContain(join(dirname(path), picture));
        // Formulas and code come in pairs of delimiters.
        if (format === 'markdown') expect(text.split('$').length % 2, name).toBe(1);
      }
    }
  });

  it('has a submission that is to get each verdict, all of them for the first problem', () => {
    const verdicts = (problem: ProblemPackage): Set<string> =>
      new Set(problem.submissions.map(({ expected }) => expected[0] ?? 'none'));
    const sum = packages.get('sum');
    expect(sum).toBeDefined();
    if (sum === undefined) return;
    expect(verdicts(sum)).toEqual(new Set(['AC', 'WA', 'TLE', 'WTL', 'RTE', 'MLE', 'OLE', 'CE']));
    for (const problem of packages.values()) {
      for (const verdict of ['AC', 'WA', 'TLE', 'RTE']) expect(verdicts(problem)).toContain(verdict);
    }
  });

  it('is solved in C, C++ and Python for every problem, and in Java for all but two', () => {
    const solvedIn = (problem: ProblemPackage): Set<string | null> =>
      new Set(
        problem.submissions.filter(({ folder }) => folder === 'accepted').map(({ language }) => language),
      );
    for (const [name, problem] of packages) {
      const languages = solvedIn(problem);
      for (const language of ['c', 'cpp', 'python3']) expect(languages, name).toContain(language);
      expect(languages.has('java'), name).toBe(name !== 'cuckoo' && name !== 'layers');
    }
  });

  it('keeps big data out of git', async () => {
    for (const name of packages.keys()) {
      const data = await readdir(join(problemsFolder, name, 'data')).catch(() => []);
      expect(data, name).not.toContain('secret');
    }
    expect(defaultOutput.endsWith('build')).toBe(true);
  });
});
