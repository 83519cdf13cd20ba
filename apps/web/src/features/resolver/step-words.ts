/** A step in words, for the presenter it. */
import type { ResolverData } from '@sandglass/contracts';
import { boardAfter, resolverRows, type ResolverScript } from '@sandglass/domain';
import { plural } from '../../lib/format.ts';

/** What the step before this position did, or the next one will do. @param position of the step, from 0 */
export function stepWords(data: ResolverData, script: ResolverScript, position: number): string {
  const step = script.steps[position];
  if (step === undefined) return 'The ceremony is over.';
  const name = 'team' in step ? (data.teams[step.team]?.name ?? '') : '';
  switch (step.kind) {
    case 'skip':
      return `${plural(step.from - step.to, 'row')} at the end of the scoreboard ${step.from - step.to === 1 ? 'is' : 'are'} settled at once.`;
    case 'select':
      return `${name} is selected.`;
    case 'reveal': {
      const { label = '', name: title = '' } = data.problems[step.problem] ?? {};
      const cell = data.teams[step.team]?.cells[step.problem]?.final;
      const result =
        cell?.solvedMinute == null
          ? cell !== undefined && cell !== null && cell.pending > 0
            ? 'not judged yet'
            : 'not solved'
          : `solved in minute ${String(cell.solvedMinute)}, ${plural(cell.tries, 'try', 'tries')}`;
      const rise =
        step.to < step.from ? ` and rises from row ${String(step.from + 1)} to ${String(step.to + 1)}` : '';
      return `${name}: problem ${label}${title === '' ? '' : ` (${title})`} is ${result}${rise}.`;
    }
    case 'settle': {
      const row = resolverRows(data, boardAfter(script, position + 1))[step.row];
      const place = row?.rank == null ? 'without a rank, as a guest' : `on rank ${String(row.rank)}`;
      return `${name} is settled ${place}, with ${plural(row?.solved ?? 0, 'problem')} solved.`;
    }
    case 'award':
      return `Award for ${name}: ${step.citations.join(', ')}.`;
    case 'end':
      return 'The final scoreboard from the top.';
  }
}
