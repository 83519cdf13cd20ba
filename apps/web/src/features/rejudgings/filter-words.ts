import type { RejudgingFilter, RejudgingLimits } from '@sandglass/contracts';
import { formatInstant } from '../../lib/time.ts';
import { formatLimitMs, plural } from '../../lib/format.ts';

/** A filter as people say it: "problem A · TLE or WTL · judged on anvil while it was sick". */
export function filterWords(filter: RejudgingFilter): string {
  const one = (names: readonly string[]): string =>
    names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  const span = (verb: string, from: string | undefined, until: string | undefined): string =>
    from !== undefined && until !== undefined
      ? `${verb} ${formatInstant(from)} – ${formatInstant(until)}`
      : from !== undefined
        ? `${verb} from ${formatInstant(from)} on`
        : until !== undefined
          ? `${verb} before ${formatInstant(until)}`
          : '';
  const { problems, languages, teams, verdicts, hosts, submissions } = filter;
  const parts = [
    submissions === undefined ? '' : `${plural(submissions.length, 'submission')} chosen by hand`,
    problems === undefined ? '' : `problem ${one(problems)}`,
    verdicts === undefined ? '' : verdicts.length === 0 ? 'without a verdict' : one(verdicts),
    languages === undefined ? '' : one(languages),
    teams === undefined ? '' : teams.length > 4 ? plural(teams.length, 'team') : one(teams),
    filter.whileSick === true
      ? hosts === undefined
        ? 'judged while a host was sick'
        : `judged on ${one(hosts)} while sick`
      : hosts === undefined
        ? ''
        : `judged on ${one(hosts)}`,
    filter.suspect === true ? 'suspect' : '',
    span('submitted', filter.submittedFrom, filter.submittedUntil),
    span('judged', filter.judgedFrom, filter.judgedUntil),
    filter.jury === 'yes' ? 'the jury’s own' : filter.jury === 'no' ? 'without the jury’s own' : '',
    filter.wallLimitChanges === true ? 'affected by the wall limit' : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'everything' : parts.join(' · ');
}

/** Limits that a rejudging has for itself: "time limit 2 s, wall limit 10 s". */
export function limitWords({ timeLimitMs, memoryMiB, outputMiB, wall }: RejudgingLimits): string {
  return [
    timeLimitMs === undefined ? [] : `time limit ${formatLimitMs(timeLimitMs)}`,
    wall?.fixedUs === undefined ? [] : `wall limit ${formatLimitMs(wall.fixedUs / 1000)}`,
    wall?.factor === undefined ? [] : `wall limit ${wall.factor} × CPU limit`,
    wall?.marginUs === undefined ? [] : `${formatLimitMs(wall.marginUs / 1000)} of room for the wall clock`,
    memoryMiB === undefined ? [] : `memory ${memoryMiB} MiB`,
    outputMiB === undefined ? [] : `output ${outputMiB} MiB`,
  ]
    .flat()
    .join(', ');
}
