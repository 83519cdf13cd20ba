/** Input, answer and output of one test of a submission: for the jury, and of the samples for its team where the contest says so. */
import { testFileQuerySchema, testOutputQuerySchema, testOutputSchema } from '@sandglass/contracts';
import { seesTestOutput, type SubmissionAccess } from '@sandglass/domain';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ContestCache } from '../contests/contest-cache.ts';
import type { BlobCache } from '../files/blob-cache.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { sendFile } from '../files/send-file.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { members } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import { findSubmission } from './find-submission.ts';
import type { SubmissionRepository } from './submission-repository.ts';
import type { SubmissionRow } from './submission-row.ts';
import type { TestRepository } from './test-repository.ts';
import { exchangeView } from './submission-view.ts';

export interface TestRoutesOptions {
  readonly contests: ContestCache;
  readonly submissions: SubmissionRepository;
  readonly tests: TestRepository;
  readonly blobs: BlobStore;
  readonly files: BlobCache;
}

/** Of input, answer and output, for the side-by-side view. */
const shownBytes = 64 * 1024;

/** No judging has it. */
const emptyId = '00000000-0000-0000-0000-000000000000';

const testParams = z.object({ id: z.string(), ordinal: z.coerce.number().int().nonnegative() });

export async function testRoutes(app: App, options: TestRoutesOptions): Promise<void> {
  const { tests, blobs, files } = options;

  app.get(
    '/api/submissions/:id/tests/:ordinal',
    {
      config: { access: members },
      schema: {
        tags: ['submissions'],
        summary:
          'Input, expected and actual output of one test, each bounded; of any judging and attempt. A team gets those of its samples, where the contest shows them',
        params: testParams,
        querystring: testOutputQuerySchema,
        response: { 200: testOutputSchema },
      },
    },
    async (request) => {
      const { row, access } = await findSubmission(options, request);
      const { internals } = access;
      const { ordinal } = request.params;
      const counts = row.judgingId ?? emptyId;
      // Of other judgings and attempts a team knows nothing.
      const judging = internals ? (request.query.judging ?? counts) : counts;
      const attempt = internals ? request.query.attempt : undefined;
      const test = await findTest(row, access, ordinal, judging);
      const url = `/api/submissions/${row.id}/tests/${ordinal}`;
      const run = await tests.said(judging, ordinal, attempt);
      const printed = (head: Uint8Array, bytes: bigint) => ({
        text: Buffer.from(head).toString('utf8'),
        truncated: Number(bytes) > head.length,
        bytes: Number(bytes),
      });
      const side = async (hash: string, bytes: bigint, name: string) => ({
        text: (await blobs.head(hash, shownBytes)).toString('utf8'),
        truncated: Number(bytes) > shownBytes,
        bytes: Number(bytes),
        url: `${url}/${name}?judging=${judging}`,
      });
      return {
        input: await side(test.inputSha256, test.inputBytes, 'input'),
        expected: await side(test.answerSha256, test.answerBytes, 'answer'),
        output: run === null ? null : printed(run.outputHead, run.stdoutBytes),
        stderr: run === null ? null : printed(run.stderrHead, run.stderrBytes),
        validatorMessage: internals ? (run?.validatorMessage ?? null) : null,
        teamMessage: internals ? (run?.teamMessage ?? null) : null,
        passes: internals ? (run?.passes ?? []) : [],
        exchange: exchangeView(run?.exchange),
      };
    },
  );

  for (const side of ['input', 'answer'] as const) {
    app.get(
      `/api/submissions/:id/tests/:ordinal/${side}`,
      {
        config: { access: members },
        schema: {
          tags: ['submissions'],
          summary: `The test's ${side} file, as the judging asked for had it; without one, the judging that counts`,
          params: testParams,
          querystring: testFileQuerySchema,
        },
      },
      async (request, reply): Promise<FastifyReply> => {
        const { row, access } = await findSubmission(options, request);
        const judging = access.internals ? request.query.judging : undefined;
        const test = await findTest(row, access, request.params.ordinal, judging);
        const name = `${test.name.replaceAll('/', '-')}.${side === 'input' ? 'in' : 'ans'}`;
        return sendFile(reply, files, side === 'input' ? test.inputSha256 : test.answerSha256, { name });
      },
    );
  }

  async function findTest(
    { id, judgingId }: SubmissionRow,
    access: SubmissionAccess,
    ordinal: number,
    judging = judgingId ?? emptyId,
  ) {
    const test = await tests.find({ submission: id, judging, ordinal });
    if (test === null || !seesTestOutput(access, test.isSample))
      throw new ApiError('TEST_UNKNOWN', { test: ordinal });
    return test;
  }
}
