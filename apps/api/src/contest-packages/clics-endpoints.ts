/**
 * What of a contest the CLICS contest package format (2026-01) has a file for, in its shape: for other systems and tools. An
 * import of ours reads the rows beside them, which say more.
 */
import type { ClicsAward, Scoreboard, Verdict } from '@sandglass/contracts';
import { verdictIds } from '@sandglass/contracts';
import { contestPhase, contestTimeMs, lengthMs, type ContestTimes } from '@sandglass/domain';
import { languages } from '@sandglass/languages';
import type { ContestDefinitionRow } from '../contests/contest-repository.ts';
import type { ArchivedSubmission } from './archived-submission-repository.ts';
import type { JudgementRow } from './judgement-repository.ts';

/** CLICS' RELTIME: `-0:12:34.567`. */
export function relativeTime(ms: number): string {
  const whole = Math.round(Math.abs(ms));
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const text = `${String(Math.floor(whole / 3_600_000))}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}`;
  return `${ms < 0 ? '-' : ''}${text}.${String(whole % 1000).padStart(3, '0')}`;
}

const instant = (ms: number): string => new Date(ms).toISOString();

export function contestFile({ id, name, shortName, times, penaltyMinutes }: ContestDefinitionRow): object {
  const { startsAtMs, freezesAtMs, thawsAtMs } = times;
  const length = lengthMs(times);
  return {
    id,
    name: shortName,
    formal_name: name,
    start_time: instant(startsAtMs),
    duration: relativeTime(length),
    ...(freezesAtMs === null
      ? {}
      : { scoreboard_freeze_duration: relativeTime(length - contestTimeMs(times, freezesAtMs)) }),
    ...(thawsAtMs === null ? {} : { scoreboard_thaw_time: instant(thawsAtMs) }),
    scoreboard_type: 'pass-fail',
    penalty_time: relativeTime(penaltyMinutes * 60_000),
    ...(times.countdownStoppedAtMs == null
      ? {}
      : { countdown_pause_time: relativeTime(startsAtMs - times.countdownStoppedAtMs) }),
  };
}

export function stateFile(times: ContestTimes, nowMs: number): object {
  const since = (ms: number | null): string | null => (ms !== null && ms <= nowMs ? instant(ms) : null);
  const started = contestPhase(times, nowMs) === 'before' ? null : instant(times.startsAtMs);
  const frozen = started === null ? null : since(times.freezesAtMs);
  const ended = started === null ? null : since(times.endsAtMs);
  const thawed = frozen === null ? null : since(times.thawsAtMs);
  const finalized = times.finalizedAtMs == null ? null : instant(times.finalizedAtMs);
  return {
    started,
    ...(times.freezesAtMs === null ? {} : { frozen, thawed }),
    ended,
    finalized,
    end_of_updates: finalized !== null && (frozen === null || thawed !== null) ? (thawed ?? finalized) : null,
  };
}

/** CLICS' ids where it has one for the same thing. */
const names: Readonly<Record<Verdict, string>> = {
  AC: 'Accepted',
  CE: 'Compile Error',
  RTE: 'Run-Time Error',
  TLE: 'Time Limit Exceeded',
  WTL: 'Wallclock Time Limit Exceeded',
  MLE: 'Memory Limit Exceeded',
  OLE: 'Output Limit Exceeded',
  ILE: 'Idleness Limit Exceeded',
  WA: 'Wrong Answer',
  PE: 'Presentation Error',
  NO: 'No Output',
  SV: 'Security Violation',
  JE: 'Judging Error',
};

export function judgementTypesFile(chargeCompileErrors: boolean): object[] {
  return verdictIds.map((id) => ({
    id,
    name: names[id],
    penalty: id !== 'AC' && id !== 'JE' && (id !== 'CE' || chargeCompileErrors),
    solved: id === 'AC',
  }));
}

export function languagesFile({ languages: switches }: ContestDefinitionRow): object[] {
  const off = new Set(switches.filter(({ allowSubmit }) => !allowSubmit).map(({ languageId }) => languageId));
  return languages
    .filter(({ id }) => !off.has(id))
    .map(({ id, name, extensions, entryPoint }) => ({
      id,
      name,
      extensions,
      entry_point_required: entryPoint !== 'none',
      ...(entryPoint === 'none'
        ? {}
        : { entry_point_name: entryPoint === 'main-class' ? 'Main class' : 'Main file' }),
    }));
}

export function problemsFile({ problems }: ContestDefinitionRow): object[] {
  return problems.map(({ id, label, name, colour, limits, testCount }, ordinal) => ({
    id,
    label,
    name,
    ordinal: ordinal + 1,
    rgb: colour,
    time_limit: limits.timeLimitMs / 1000,
    memory_limit: limits.memoryMiB,
    output_limit: limits.outputMiB,
    code_limit: limits.codeKiB,
    test_data_count: testCount,
  }));
}

/** Its files are in `submissions/NUMBER/files.zip`. */
export function submissionEntry(submission: ArchivedSubmission, times: ContestTimes): object {
  const { number, teamId, problemId, language, entryPoint, submittedAt } = submission;
  return {
    id: String(number),
    language_id: language,
    problem_id: problemId,
    ...(teamId === null ? {} : { team_id: teamId }),
    time: submittedAt.toISOString(),
    contest_time: relativeTime(contestTimeMs(times, submittedAt.getTime())),
    ...(entryPoint === null ? {} : { entry_point: entryPoint }),
    files: [{ href: `submissions/${String(number)}/files`, filename: 'files.zip', mime: 'application/zip' }],
  };
}

export function judgementEntry(judging: JudgementRow, times: ContestTimes): object {
  const { id, number, verdict, startedAt, endedAt, valid, maxCpuUs } = judging;
  const relative = (at: Date): string => relativeTime(contestTimeMs(times, at.getTime()));
  return {
    id,
    submission_id: String(number),
    current: valid,
    start_time: startedAt.toISOString(),
    start_contest_time: relative(startedAt),
    ...(verdict === null || endedAt === null
      ? {}
      : {
          judgement_type_id: verdict,
          end_time: endedAt.toISOString(),
          end_contest_time: relative(endedAt),
        }),
    ...(maxCpuUs === null ? {} : { max_run_time: Math.round(maxCpuUs / 1000) / 1000 }),
  };
}

export function scoreboardFile(
  board: Scoreboard,
  { times, problems }: ContestDefinitionRow,
  nowMs: number,
): object {
  const ids = new Map(problems.map(({ label, id }) => [label, id]));
  return {
    time: board.updatedAt,
    contest_time: relativeTime(contestTimeMs(times, nowMs)),
    state: stateFile(times, nowMs),
    rows: board.rows.map(({ rank, team, solved, penalty, lastSolvedMinute, cells }) => ({
      ...(rank === null ? {} : { rank }),
      team_id: team.id,
      score: {
        num_solved: solved,
        total_time: relativeTime(penalty * 60_000),
        ...(lastSolvedMinute === null ? {} : { time: relativeTime(lastSolvedMinute * 60_000) }),
      },
      problems: cells
        .filter(({ tries, pending }) => tries + pending > 0)
        .map((cell) => ({
          problem_id: ids.get(cell.label) ?? cell.label,
          num_judged: cell.tries,
          num_pending: cell.pending,
          solved: cell.solved,
          ...(cell.solvedMinute === null ? {} : { time: relativeTime(cell.solvedMinute * 60_000) }),
        })),
    })),
  };
}

export const awardsFile = (awards: readonly ClicsAward[]): object[] => [...awards];
