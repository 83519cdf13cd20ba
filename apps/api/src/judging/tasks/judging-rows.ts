/** Judgings and their tasks as they are written and read: shapes only. */
import type { ClockFigures, FailingVerdict, KnownProgram, Limits } from '@sandglass/contracts';
import type { AttemptedTest } from '@sandglass/domain';
import type { JudgingPlan } from '../plan/judging-plan.ts';

export interface NewJudging {
  readonly id: string;
  readonly submissionId: string;
  readonly versionId: string;
  readonly lazy: boolean;
  /** Where all tests are run: which failing verdict counts. */
  readonly resultPriority: readonly FailingVerdict[];
  readonly plan: JudgingPlan;
  /** Chroot image of the contest. */
  readonly image: string | null;
  /** Made by a rejudging: it does not count until that is applied. */
  readonly rejudging?: { readonly id: string; readonly repeat: number };
}

/** A task somebody wants to claim. */
export interface TaskBeforeClaim {
  readonly state: string;
  /** It is due, or the lease of its host ran out in time. */
  readonly isFree: boolean;
  readonly deadlineMs: number;
  readonly failedHosts: readonly string[];
  /** Since the last host that had it let go of it; null: none had. */
  readonly leftMs: number | null;
  readonly image: string | null;
  readonly languageId: string;
  /** Whether the host that asks has what the task needs of its image. */
  readonly hasImage: boolean;
  /** Whether an administrator lets it judge this. */
  readonly isAllowed: boolean;
  /** It repeats a suspect run, and waits for a good moment yet. */
  readonly isPatient: boolean;
  readonly isPaused: boolean;
  /** For such a repeat, on the host that asks, now. */
  readonly isGoodMoment: boolean;
  /** This very claim has the task already: its answer was lost. */
  readonly repeated: boolean;
}

/** A claimed task with everything that says what to judge. */
export interface ClaimedTask {
  readonly id: string;
  readonly judgingId: string;
  readonly firstTest: number;
  readonly lastTest: number;
  readonly fencingToken: number;
  readonly submissionId: string;
  readonly submissionNumber: number;
  readonly contestId: string;
  readonly teamId: string | null;
  readonly jury: boolean;
  readonly image: string | null;
  readonly versionId: string;
  readonly languageId: string;
  readonly entryPoint: string | null;
  readonly lazy: boolean;
  readonly limits: { run: Limits; compile: Limits; validation: Limits };
  readonly testsTotal: number;
  readonly valid: boolean;
  /** Null: the judging has no other task. */
  readonly programs: readonly KnownProgram[] | null;
  readonly waitedMs: number;
  /** Slot of this very host on which the attempt that is repeated was run. */
  readonly avoidSlot: number | null;
  /** Hosts on which its program seems to have broken its slot. */
  readonly brokeSlotOn: readonly string[];
  /** The lease was there: the answer to the first claim was lost. */
  readonly repeated: boolean;
}

/** A task under the lock of its row, with its judging. */
export interface TaskUnderLock {
  readonly id: string;
  readonly judgingId: string;
  readonly state: string;
  readonly fencingToken: number;
  readonly judgehostId: string | null;
  readonly ordinal: number;
  readonly firstTest: number;
  readonly lastTest: number;
  readonly attempt: number;
  readonly tries: number;
  readonly failedHosts: readonly string[];
  readonly limits: Pick<Limits, 'cpuUs' | 'wallUs'>;
  readonly compileLimits: Pick<Limits, 'cpuUs' | 'wallUs'>;
  readonly deadlineMs: number;
  readonly image: string | null;
  readonly submissionId: string;
  readonly contestId: string;
  readonly teamId: string | null;
  readonly jury: boolean;
  readonly lazy: boolean;
  readonly resultPriority: readonly FailingVerdict[];
  readonly testsTotal: number;
  /** Ordinals. */
  readonly samples: readonly number[];
  readonly judgingState: string;
  readonly valid: boolean;
  readonly rejudgingId: string | null;
  readonly judgehost: string | null;
  readonly compileSuccess: boolean | null;
  readonly createdAt: Date;
  /** Its host was unhealthy at some moment since it was claimed. */
  readonly whileUnhealthy: boolean;
  /** Release of its host's kernel. */
  readonly kernel: string | null;
  /** Its host's clock against the api's, as last measured. */
  readonly hostClock: ClockFigures | null;
}

/** What a test came to, by its latest attempt. */
export interface RunVerdict extends AttemptedTest {
  /** Its task is not done: a suspect run of it may still be repeated. */
  readonly taskOpen: boolean;
}
