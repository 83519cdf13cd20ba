import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { installErrorHandler } from './error-handler.ts';

/** The code of the answer of a route that failed with this SQLSTATE. */
async function codeOf(state: string, access: 'anyone' | 'judgehost'): Promise<string> {
  const app = fastify();
  await app.register(multipart);
  installErrorHandler(app);
  app.get('/', { config: { access } }, () => {
    const error = new DatabaseError('the database refused', 0, 'error');
    error.code = state;
    throw error;
  });
  const answer = await app.inject({ url: '/' });
  await app.close();
  return answer.json<{ code: string }>().code;
}

it.each(['22001', '22003', '22021', '22P05'])(
  'a value that no column holds (%s) is its sender’s',
  async (state) => {
    expect(await codeOf(state, 'anyone')).toBe('REQUEST_INVALID');
    expect(await codeOf(state, 'judgehost')).toBe('INTERNAL');
  },
);

it.each(['22012', '2201B', '22023', '22P02', '42601'])(
  'a statement that is wrong (%s) is ours',
  async (state) => {
    expect(await codeOf(state, 'anyone')).toBe('INTERNAL');
  },
);
