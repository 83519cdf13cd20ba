/**
 * The answer to every failure is RFC 9457 problem details with a code of the catalogue.
 * Fastify's and its plugins' own errors are translated; everything unknown is `INTERNAL`
 * for the caller and is in the log in full.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { DatabaseError } from 'pg';
import { ApiError, fieldErrors } from './api-error.ts';
import { jsonPath } from './json-path.ts';
import { isStatementTimeout, partAway, type Part } from './outage.ts';

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = translate(error, request);
    if (known.code === 'INTERNAL') request.log.error({ err: error }, 'request failed');
    else if (known.code === 'SERVICE_AWAY' && isStatementTimeout(error))
      request.log.error({ err: error }, 'request refused: a statement took longer than it may');
    else if (known.code === 'SERVICE_AWAY')
      request.log.warn({ err: error }, 'request refused: something is away');
    else request.log.debug({ code: known.code, detail: known.message }, 'request refused');
    return sendProblem(reply, known, request.id);
  });
}

export function sendProblem(reply: FastifyReply, error: ApiError, instance: string): FastifyReply {
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(error.toProblemDetails(instance));
}

function translate(error: FastifyError | ApiError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return fieldErrors(
      'REQUEST_INVALID',
      error.validation.map((issue) => ({
        path: jsonPath(
          issue.instancePath
            .split('/')
            .filter((part) => part !== '')
            .map(index),
        ),
        message: issue.message ?? 'is not valid',
      })),
    );
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new ApiError('BODY_TOO_LARGE', { limit: request.routeOptions.bodyLimit });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('MEDIA_TYPE_UNSUPPORTED', {
        expected: 'application/json or multipart/form-data',
        found: request.headers['content-type'] ?? 'no type',
      });
    case 'FST_UNDER_PRESSURE':
      return new ApiError('OVERLOADED', {}, { headers: { 'retry-after': '5' } });
    default:
  }
  const status = error.statusCode ?? 500;
  if (error instanceof SyntaxError || (status === 400 && error.code?.startsWith('FST_ERR_CTP'))) {
    return new ApiError('BODY_UNREADABLE', { type: 'JSON', reason: error.message });
  }
  if (request.isMultipart() && isOfForm(error)) {
    return new ApiError('BODY_UNREADABLE', { type: 'multipart/form-data', reason: error.message });
  }
  // Schemas bound what people send; what one lets through is no failure. What judgehosts send is ours.
  if (isUnstorable(error) && request.routeOptions.config.access !== 'judgehost') {
    request.log.warn({ err: error }, 'a schema let through what the database does not hold');
    return new ApiError('REQUEST_INVALID', { reason: 'a value is outside of what can be stored' });
  }
  const away = partAway(error);
  if (away !== null) return serviceAway(away);
  if (status >= 400 && status < 500) return new ApiError('REQUEST_INVALID', { reason: error.message });
  return new ApiError('INTERNAL', { request: request.id });
}

/** Of SQLSTATE's class 22 only what a sent value is alone to blame for; the others say that a statement of ours is wrong. */
const unstorable = new Set([
  '22001', // text too long
  '22003', // number out of range
  '22021', // no character of the encoding
  '22P05', // a character that jsonb does not hold
]);

function isUnstorable(error: Error): boolean {
  return error instanceof DatabaseError && unstorable.has(error.code ?? '');
}

/** The parser of forms throws plain errors, without a code or a status: known by their words. */
function isOfForm({ message }: Error): boolean {
  return /^(Multipart: |Unexpected end of (multipart data|file)$|\w+ terminated early|The needle |Malformed |Missing Content-Type|Unsupported Content-Type)/i.test(
    message,
  );
}

/** Soon enough that nobody waits for long, late enough that a server that comes back is not run down. */
const awaySeconds = 2;

function serviceAway(part: Part): ApiError {
  return new ApiError(
    'SERVICE_AWAY',
    { part, wait: awaySeconds },
    { headers: { 'retry-after': String(awaySeconds) } },
  );
}

function index(part: string): string | number {
  return /^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~');
}
