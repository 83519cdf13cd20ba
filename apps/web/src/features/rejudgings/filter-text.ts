import { readSubmissionSearch, type RejudgingFilter, type RejudgingLimits } from '@sandglass/contracts';
import { formatInstant } from '../../lib/time.ts';
import { formatLimitMs, plural } from '../../lib/format.ts';

/** A filter as people say it: "problem A · TLE or WTL · judged on anvil while it was unhealthy". */
export function filterText(filter: RejudgingFilter): string {
  const one = (names: readonly string[]): string =>
    names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  const span = (verb: string, from: string | undefined, until: string | undefined): string =>
    from !== undefined && until !== undefined
      ? `${verb} ${formatInstant(from)} – ${formatInstant(until)}`
      : from !== undefined
        ? `${verb} from ${formatInstant(from)}`
        : until !== undefined
          ? `${verb} before ${formatInstant(until)}`
          : '';
  const { search, problems, languages, teams, verdicts, hosts, submissions } = filter;
  const parts = [
    search === undefined ? '' : searchText(search),
    submissions === undefined ? '' : `${plural(submissions.length, 'submission')} selected by hand`,
    problems === undefined ? '' : `problem ${one(problems)}`,
    verdicts === undefined ? '' : verdicts.length === 0 ? 'without a verdict' : one(verdicts),
    languages === undefined ? '' : one(languages),
    teams === undefined ? '' : teams.length > 4 ? plural(teams.length, 'team') : one(teams),
    filter.whileUnhealthy === true
      ? hosts === undefined
        ? 'judged while a host was unhealthy'
        : `judged on ${one(hosts)} while unhealthy`
      : hosts === undefined
        ? ''
        : `judged on ${one(hosts)}`,
    filter.suspect === true ? 'suspect' : '',
    span('submitted', filter.submittedFrom, filter.submittedUntil),
    span('judged', filter.judgedFrom, filter.judgedUntil),
    filter.jury === 'yes' ? 'jury submissions only' : filter.jury === 'no' ? 'team submissions only' : '',
    filter.wallLimitChanges === true ? 'affected by the wall limit' : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'everything' : parts.join(' · ');
}

function searchText(search: string): string {
  const wanted = readSubmissionSearch(search);
  if ('team' in wanted) return `team “${wanted.team}”`;
  const { numbers } = wanted;
  return numbers.length > 8
    ? plural(numbers.length, 'submission')
    : numbers.map((one) => `#${one}`).join(', ');
}

/** Limits that a rejudging has for itself: "time limit 2 s, wall limit 10 s". */
export function limitText({ timeLimitMs, memoryMiB, outputMiB, wall }: RejudgingLimits): string {
  return [
    timeLimitMs === undefined ? [] : `time limit ${formatLimitMs(timeLimitMs)}`,
    wall?.fixedUs === undefined ? [] : `wall limit ${formatLimitMs(wall.fixedUs / 1000)}`,
    wall?.factor === undefined ? [] : `wall limit ${wall.factor} × CPU limit`,
    wall?.marginUs === undefined ? [] : `wall-time margin ${formatLimitMs(wall.marginUs / 1000)}`,
    memoryMiB === undefined ? [] : `memory ${memoryMiB} MiB`,
    outputMiB === undefined ? [] : `output ${outputMiB} MiB`,
  ]
    .flat()
    .join(', ');
}
