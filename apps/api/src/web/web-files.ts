/** The web app's files; addresses that only the web app knows get its page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { ApiError } from '../errors/api-error.ts';
import { sendProblem } from '../errors/error-handler.ts';
import type { App } from '../http/app-type.ts';

export async function webFiles(app: App, { root }: { root: string | null }): Promise<void> {
  const served = root !== null && existsSync(join(root, 'index.html')) ? root : null;
  if (root !== null && served === null)
    app.log.warn({ root }, 'SANDGLASS_WEB_ROOT has no index.html: the web app is not served');
  if (served !== null) {
    await app.register(fastifyStatic, {
      root: served,
      index: false,
      setHeaders(reply, path) {
        // Vite names assets by their content; the page itself must always be asked for.
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    const page =
      served !== null &&
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      request.headers.accept?.includes('text/html') === true;
    if (page) return reply.sendFile('index.html');
    const path = request.url.split('?')[0] ?? '';
    return sendProblem(reply, new ApiError('ROUTE_UNKNOWN', { method: request.method, path }), request.id);
  });
}
