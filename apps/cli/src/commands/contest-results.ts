/** `./sandglass contest finalise` and `reopen`: the results of a contest. */
import type { SandglassClient } from '@sandglass/client';
import type { Finalisation } from '@sandglass/contracts';
import { UsageError } from '../platform/command.ts';
import { say, sayJson } from '../platform/terminal.ts';

export interface ResultWords {
  readonly b: string | undefined;
  readonly comment: string | undefined;
  readonly reason: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export const resultVerbs = ['finalise', 'reopen'] as const;
export type ResultVerb = (typeof resultVerbs)[number];

export function isResultVerb(verb: string): verb is ResultVerb {
  return (resultVerbs as readonly string[]).includes(verb);
}

/** Before the api is asked. @throws UsageError */
export function checkResultWords(verb: string, { b, comment, reason }: ResultWords): void {
  if (verb !== 'finalise' && (b !== undefined || comment !== undefined))
    throw new UsageError('--b and --comment go with `contest finalise`');
  if (b !== undefined && !/^(0|[1-9][0-9]{0,2}|1000)$/.test(b))
    throw new UsageError(`--b must be a whole number from 0 to 1000, not "${b}"`);
  if (verb === 'reopen' && (reason ?? '').trim() === '')
    throw new UsageError('contest reopen: --reason TEXT is missing');
}

/** @returns the exit code: 1 where a dry run finds something that keeps results from being final */
export async function runResultVerb(
  client: SandglassClient,
  verb: ResultVerb,
  id: string,
  words: ResultWords,
): Promise<number> {
  const { b, comment = '', reason = '', dryRun, json } = words;
  const answer = dryRun
    ? await client.results.finalisation(id)
    : verb === 'finalise'
      ? await client.results.finalise(id, { comment, b: Number(b ?? 0) })
      : await client.results.reopen(id, { reason });
  if (json) sayJson(answer);
  else for (const line of linesOf(answer)) say(line);
  return dryRun && verb === 'finalise' && answer.blockerCount > 0 ? 1 : 0;
}

function linesOf({ finalizedAt, finalizedBy, comment, b, blockers, blockerCount }: Finalisation): string[] {
  if (finalizedAt !== null)
    return [
      `final since ${finalizedAt}${finalizedBy === null ? '' : `, by ${finalizedBy}`}`,
      `B       ${String(b)}`,
      ...(comment === '' ? [] : [`comment ${comment}`]),
    ];
  const more = blockerCount - blockers.length;
  return [
    blockerCount === 0
      ? 'not final: nothing keeps it from being so'
      : 'not final, and cannot be made so now:',
    ...blockers.map(({ message }) => message),
    ...(more > 0 ? [`and ${String(more)} more`] : []),
  ];
}
