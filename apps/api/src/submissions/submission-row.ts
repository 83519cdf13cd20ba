/** A submission with its valid judging, as the database has it: everything, for nobody in particular. */
import type { Verdict } from '@sandglass/contracts';
import type { SubmissionFacts } from '@sandglass/domain';

export interface SubmissionRow {
  readonly id: string;
  readonly number: number;
  readonly contestId: string;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly label: string | null;
  readonly problemName: string;
  readonly colour: string | null;
  readonly languageId: string;
  readonly submittedAt: Date;
  readonly jury: boolean;
  readonly expected: Verdict[];
  readonly juryPath: string | null;
  readonly entryPoint: string | null;
  readonly judgingId: string | null;
  readonly state: 'queued' | 'compiling' | 'running' | 'done';
  readonly verdict: Verdict | null;
  readonly testsDone: number;
  readonly testsTotal: number;
  readonly maxCpuUs: number | null;
  readonly maxWallUs: number | null;
  readonly maxGapUs: number | null;
  readonly maxMemoryBytes: number | null;
  readonly judgehost: string | null;
  readonly whileUnhealthy: boolean;
  readonly suspect: boolean;
  /** When a rejudging gave it another verdict than the one before, and that one; null: none has. */
  readonly changedAt: Date | null;
  readonly changedFrom: Verdict | null;
}

export function factsOf(row: SubmissionRow): SubmissionFacts {
  return { teamId: row.teamId, jury: row.jury, submittedAtMs: row.submittedAt.getTime() };
}
