/** Reads forms as the api does, without the rest of it: for the test of what reading costs. */
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { multipartOptions } from '../platform/http/server.ts';
import { readForm } from '../submissions/read-submit-request.ts';

/** Of every form that is read; a text with it in it has parts. */
export const boundary = 'b';

/** @returns reads a body as the form of a submission. It rejects for none: to refuse one is an answer, too */
export async function openFormReader(): Promise<(body: string) => Promise<number>> {
  const app = fastify({ bodyLimit: 16 * 1024 * 1024 });
  await app.register(multipart, multipartOptions);
  app.post('/', async (request) => Object.keys(await readForm(request)).length);
  return async (payload) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    return (await app.inject({ method: 'POST', url: '/', headers, payload })).statusCode;
  };
}
