/** Judges answers that were handed in themselves: nothing is compiled or run, the validator reads each test's file. */
import { writeFile } from 'node:fs/promises';
import type { RunReport } from '@sandglass/contracts';
import { decideAnswer, findAnswer } from '@sandglass/domain';
import type { Slot } from '@sandglass/sandbox';
import { JudgeError, messageOf } from './errors.ts';
import { briefFeedback } from './feedback.ts';
import { instantOfMonotonic, measurementOf } from './measurement.ts';
import type { SourceFile } from './program.ts';
import type { TestRequest } from './test-request.ts';
import { shorten } from './text.ts';
import { nothingRunNow } from './unstartable.ts';
import { validateOutput, type Validator } from './validation.ts';
import type { WorkFolder } from './work-folder.ts';

export interface AnswerOptions {
  readonly validator: Validator;
  /** Bytes of the answer kept for the jury. */
  readonly keepBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The verdict on one test.
 * @throws JudgeError for our own failures
 * @throws JudgingCancelled when `signal` is aborted
 */
export async function judgeAnswer(
  slot: Slot,
  work: WorkFolder,
  answers: readonly SourceFile[],
  test: TestRequest,
  { validator, keepBytes, signal }: AnswerOptions,
): Promise<RunReport> {
  const answer = findAnswer(test.name, answers);
  const result = { ...nothingRunNow(), stdoutBytes: answer?.data.length ?? 0 };
  let validation = null;
  let validatorMessage = '';
  let teamMessage = '';
  if (answer !== undefined) {
    await store(work.output, answer, test);
    ({
      validation,
      message: validatorMessage,
      teamMessage,
    } = await validateOutput(slot, validator, {
      test: test.name,
      outputPath: work.output,
      inputPath: test.inputPath,
      answerPath: test.answerPath,
      flags: test.flags,
      feedback: briefFeedback,
      nextInput: work.nextInput,
      signal,
    }));
  }
  const { verdict, reason } = decideAnswer(test.name, validation);
  return {
    ...measurementOf(result),
    ordinal: test.ordinal,
    verdict,
    reason: shorten(reason, 2000),
    slot: slot.ordinal,
    startedAt: instantOfMonotonic(result.startedAtUs),
    outputHead: Buffer.from(answer?.data.subarray(0, keepBytes) ?? []).toString('base64'),
    stderrHead: '',
    validatorMessage: shorten(validatorMessage, 8000),
    teamMessage: shorten(teamMessage, 8000),
    passes: [],
    exchange: null,
  };
}

async function store(path: string, { data }: SourceFile, test: TestRequest): Promise<void> {
  try {
    await writeFile(path, data);
  } catch (error) {
    throw new JudgeError('JUDGE_RUN_FAILED', { test: test.name, cause: messageOf(error) }, { cause: error });
  }
}
