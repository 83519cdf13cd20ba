/** A contest with something to see in it: teams that hand in the sample solutions, judged for real. */
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { checkoutRoot, waitFor, type TestStack } from '@sandglass/testing';

const problems = ['sum', 'bulb', 'rooms', 'tide', 'funnel', 'cuckoo', 'lamps', 'layers'];
const languages: Readonly<Record<string, string>> = {
  '.c': 'c',
  '.cpp': 'cpp',
  '.py': 'python3',
  '.java': 'java',
};
/** Right ones, and those that are wrong in a way that takes no time. */
const kinds = ['wrong_answer', 'run_time_error', 'accepted'];
const judgeMs = 240_000;

interface Solution {
  readonly problem: string;
  readonly language: string;
  readonly name: string;
  readonly content: string;
}

/** By problem and kind, those of the sample contest. */
async function solutions(problem: string, kind: string): Promise<Solution[]> {
  const folder = join(checkoutRoot, 'samples/problems', problem, 'submissions', kind);
  const names = (await readdir(folder).catch(() => [])).toSorted((a, b) => a.localeCompare(b));
  const label = String.fromCharCode(65 + problems.indexOf(problem));
  return Promise.all(
    names.flatMap((name) => {
      const language = languages[extname(name)];
      if (language === undefined) return [];
      return readFile(join(folder, name), 'utf8').then((content) => ({
        problem: label,
        language,
        name,
        content,
      }));
    }),
  );
}

/** @param team its place in the contest's list @returns the submission's id */
async function submit(stack: TestStack, team: number, one: Solution): Promise<string> {
  const login = stack.teams[team % stack.teams.length];
  if (login === undefined) throw new Error('the sample contest has no teams');
  const { problem, language, name, content } = one;
  const { id } = await stack.client(login).submit(stack.contest, {
    problem,
    language,
    // No two are alike: what is handed in twice at once is one submission.
    files: [{ name, content: language === 'python3' ? `${content}# ${team}\n` : `${content}// ${team}\n` }],
  });
  return id;
}

/** The stronger a team the more problems it tries; each begins with what is wrong, every third time. */
export async function playContest(stack: TestStack): Promise<void> {
  const teams = 10;
  const made: string[] = [];
  for (const [place, problem] of problems.entries()) {
    const byKind = await Promise.all(kinds.map((kind) => solutions(problem, kind)));
    const right = byKind.at(-1) ?? [];
    const wrong = byKind.slice(0, -1).flat();
    for (let team = 0; team < teams - place; team += 1) {
      const tries = [
        ...((team + place) % 3 === 0 ? [wrong[team % Math.max(1, wrong.length)]] : []),
        ...((team * 5 + place) % 7 === 6 ? [] : [right[team % Math.max(1, right.length)]]),
      ];
      for (const one of tries) if (one !== undefined) made.push(await submit(stack, team, one));
    }
  }
  await judged(stack, made);
}

export async function judged(stack: TestStack, ids: readonly string[]): Promise<void> {
  await waitFor(
    `${String(ids.length)} submissions to be judged`,
    async () => {
      const { submissions } = await stack.jury.submissions(stack.contest, {
        verdict: 'pending',
        limit: '500',
      });
      return !submissions.some(({ id }) => ids.includes(id));
    },
    judgeMs,
  );
}

/** A right program of problem A that computes for more than a second, by some teams. */
export async function submitBusy(stack: TestStack, teams: readonly number[]): Promise<string[]> {
  const [right] = (await solutions('sum', 'accepted')).filter(({ name }) => name === 'sum.c');
  if (right === undefined) throw new Error('the sample contest has no sum.c');
  const content = right.content
    .replace('int main', '#include <time.h>\nint main')
    .replace('    printf', '    while (clock() < CLOCKS_PER_SEC * 6 / 5) continue;\n    printf');
  return Promise.all(teams.map((team) => submit(stack, team, { ...right, name: 'patient.c', content })));
}
