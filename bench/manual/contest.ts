/** A contest with something to see in it: teams that hand in the sample solutions, judged for real. */
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Login } from '@sandglass/client';
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

/** @param place the team's, in the contest's list @returns the submission's id */
async function submit(stack: TestStack, place: number, one: Solution): Promise<string> {
  const login = teamAt(stack, place);
  const { problem, language, name, content } = one;
  const files = [{ name, content }];
  const { id } = await stack.client(login).submit(stack.contest, { problem, language, files });
  return id;
}

/** The stronger a team the more problems it tries; each begins with what is wrong, every third time. */
export async function playContest(stack: TestStack): Promise<void> {
  const teams = 10;
  const tried: { readonly team: number; readonly place: number; readonly tries: readonly Solution[] }[] = [];
  for (const [place, problem] of problems.entries()) {
    const byKind = await Promise.all(kinds.map((kind) => solutions(problem, kind)));
    const right = byKind.at(-1) ?? [];
    const wrong = byKind.slice(0, -1).flat();
    for (let team = 0; team < teams - place; team += 1) {
      const tries = [
        ...((team + place) % 3 === 0 ? [wrong[team % Math.max(1, wrong.length)]] : []),
        ...((team * 5 + place) % 7 === 6 ? [] : [right[team % Math.max(1, right.length)]]),
      ];
      tried.push({ team, place, tries: tries.filter((one) => one !== undefined) });
    }
  }
  // They do not all do the same problem at the same time.
  const turn = ({ team, place }: { team: number; place: number }): number => 2 * place + ((team * 5) % 7);
  const made: string[] = [];
  for (const { team, tries } of tried.toSorted((a, b) => turn(a) - turn(b))) {
    for (const one of tries) made.push(await submit(stack, team, one));
  }
  await judged(stack, made);
}

/** Its place in the contest's list. */
export const slowTeam = 2;

/** @param place in the contest's list */
export function teamAt({ teams }: TestStack, place: number): Login {
  const login = teams[place % teams.length];
  if (login === undefined) throw new Error('the sample contest has no teams');
  return login;
}

/** A program of problem G that is too slow for a large test. @returns its id, judged */
export async function submitSlow(stack: TestStack): Promise<string> {
  const [slow] = await solutions('lamps', 'time_limit_exceeded');
  if (slow === undefined) throw new Error('the sample contest has no slow solution of lamps');
  const id = await submit(stack, slowTeam, slow);
  await judged(stack, [id]);
  return id;
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

/** A right program of problem A that computes for more than a second where numbers are huge, by some teams. */
export async function submitBusy(stack: TestStack, teams: readonly number[]): Promise<string[]> {
  const content = await readFile(join(import.meta.dirname, 'patient.c'), 'utf8');
  const one = { problem: 'A', language: 'c', name: 'patient.c', content };
  return Promise.all(teams.map((team) => submit(stack, team, one)));
}
