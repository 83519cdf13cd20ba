/** Compiled programs on their way from the host that made them to the hosts that judge the other tasks. */
import { maxProgramBytes, putProgramQuerySchema, sha256Schema } from '@sandglass/contracts';
import { z } from 'zod';
import { ApiError } from '../platform/errors/api-error.ts';
import { requireJudgehost } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import type { ProgramRepository } from '../judging/tasks/program-repository.ts';

const wanted = { expected: 'application/octet-stream', found: 'a request without a body' };

export async function programRoutes(app: App, { programs }: { programs: ProgramRepository }): Promise<void> {
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: maxProgramBytes },
    (_request, body, done) => done(null, body),
  );

  app.put(
    '/api/judgehost/tasks/:id/program',
    {
      bodyLimit: maxProgramBytes,
      config: { access: 'judgehost' },
      schema: {
        tags: ['judgehost'],
        summary: 'The program that was compiled for a task, for the other tasks of its judging',
        consumes: ['application/octet-stream'],
        params: z.object({ id: z.uuid() }),
        querystring: putProgramQuerySchema,
        response: { 204: z.undefined().describe('Kept') },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { build, fencingToken } = request.query;
      const data: unknown = request.body;
      if (!Buffer.isBuffer(data)) throw new ApiError('MEDIA_TYPE_UNSUPPORTED', wanted);
      const kept = await programs.put({
        taskId: id,
        judgehostId: requireJudgehost(request).id,
        fencingToken,
        build,
        data,
      });
      if (kept === 'lease lost')
        throw new ApiError('JUDGE_TASK_LEASE_LOST', { task: id, token: fencingToken });
      if (kept === 'known') throw new ApiError('JUDGE_PROGRAM_KNOWN', { task: id });
      return reply.code(204).send();
    },
  );

  app.get(
    '/api/judgehost/programs/:sha256',
    {
      config: { access: 'judgehost' },
      schema: {
        tags: ['judgehost'],
        summary: 'A compiled program by its hash, as long as its judging runs',
        params: z.object({ sha256: sha256Schema }),
      },
    },
    async (request, reply) => {
      const { sha256 } = request.params;
      const data = await programs.read(sha256);
      if (data === null) throw new ApiError('FILE_UNKNOWN', { file: sha256 });
      return reply.type('application/octet-stream').send(data);
    },
  );
}
