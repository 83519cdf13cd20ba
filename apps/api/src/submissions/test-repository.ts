/** Tests as judgings had them, and what programs and validators said in their runs. */
import { exchangeSchema, passSchema, type Exchange, type Pass } from '@sandglass/contracts';
import { z } from 'zod';
import type { Database } from '../platform/database/database.ts';

const passesSchema = z.array(passSchema).nullable();
const storedExchangeSchema = exchangeSchema.nullable();

/** What a run of one test left to read. */
export interface SaidInRun {
  readonly outputHead: Uint8Array;
  readonly stdoutBytes: bigint;
  readonly stderrHead: Uint8Array;
  readonly stderrBytes: bigint;
  readonly validatorMessage: string;
  readonly teamMessage: string;
  readonly passes: Pass[];
  readonly exchange: Exchange | null;
}

export class TestRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param judging which must be of this submission: it may have been made with another version of the problem */
  async find({ submission, judging, ordinal }: { submission: string; judging: string; ordinal: number }) {
    const found = await this.#database.prisma.judging.findUnique({
      where: { id: judging, submissionId: submission },
      select: { versionId: true },
    });
    if (found === null) return null;
    return this.#database.prisma.testCase.findUnique({
      where: { versionId_ordinal: { versionId: found.versionId, ordinal } },
    });
  }

  /** Of the last attempt, unless another is named; null: the test was not run. */
  async said(judgingId: string, ordinal: number, attempt?: number): Promise<SaidInRun | null> {
    const run = await this.#database.prisma.run.findFirst({
      where: { judgingId, ordinal, ...(attempt === undefined ? {} : { attempt }) },
      orderBy: { attempt: 'desc' },
      select: {
        outputHead: true,
        stdoutBytes: true,
        stderrHead: true,
        stderrBytes: true,
        validatorMessage: true,
        teamMessage: true,
        passes: true,
        exchange: true,
      },
    });
    if (run === null) return null;
    const passes = passesSchema.parse(run.passes) ?? [];
    return { ...run, passes, exchange: storedExchangeSchema.parse(run.exchange) };
  }
}
