import {
  submissionBounds,
  submitRequestSchema,
  type FieldError,
  type SubmitRequest,
} from '@sandglass/contracts';
import type { FastifyRequest } from 'fastify';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import { jsonPath } from '../platform/errors/json-path.ts';
import { refuseUnstorable } from '../platform/http/storable-fields.ts';
import type { Arrival } from '../platform/http/arrival.ts';

export interface ReadSubmitRequest {
  readonly submit: SubmitRequest;
  /** When its last byte came, in any encoding. */
  readonly arrivedAtMs: number;
}

/**
 * The body of a submission may be JSON or a form with repeated `file` parts; both become the same request.
 * @throws ApiError SUBMISSION_INVALID, SUBMISSION_TOO_LARGE, UPLOAD_TOO_SLOW
 */
export async function readSubmitRequest(request: FastifyRequest): Promise<ReadSubmitRequest> {
  const { arrival } = request;
  if (arrival === null) throw new Error('the route of submissions does not date its requests');
  const body = request.isMultipart() ? await inTime(readForm(request), arrival) : request.body;
  const arrivedAtMs = await arrival.drained();
  checkBounds(body);
  refuseUnstorable(body);
  const parsed = submitRequestSchema.safeParse(body ?? {});
  if (parsed.success) return { submit: parsed.data, arrivedAtMs };
  const fields: FieldError[] = parsed.error.issues.map((issue) => ({
    path: jsonPath(issue.path),
    message: issue.message,
  }));
  throw fieldErrors('SUBMISSION_INVALID', fields);
}

/**
 * How many files there are and how long they are is looked at before what they are: a body of 16 MiB has room for
 * millions of files, each of which the schema would look at and complain about.
 */
function checkBounds(body: unknown): void {
  const files: unknown = typeof body === 'object' && body !== null && 'files' in body ? body.files : null;
  if (!Array.isArray(files)) return;
  if (files.length > submissionBounds.files) throw tooManyFiles();
  const lengths = files.map((file: unknown) =>
    typeof file === 'object' && file !== null && 'content' in file && typeof file.content === 'string'
      ? file.content.length
      : 0,
  );
  // No encoding makes fewer bytes of so many characters than these.
  const atLeast = Math.floor((lengths.reduce((sum, length) => sum + length, 0) * 3) / 4);
  if (lengths.some((length) => length > submissionBounds.contentLength)) throw tooLarge(atLeast);
}

/** `reading`, unless the upload dawdles. */
async function inTime<Result>(reading: Promise<Result>, arrival: Arrival): Promise<Result> {
  await Promise.race([reading, arrival.complete]);
  return reading;
}

/** @throws ApiError, and what the parser of forms throws */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = {};
  const files: SubmitRequest['files'] = [];
  let bytes = 0;
  // One file more than allowed is accepted, so that the answer can name the bound.
  const limits = {
    files: submissionBounds.files + 1,
    fileSize: submissionBounds.bytesTotal + 1,
    fields: 20,
    fieldSize: 1024,
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.value !== '') form[part.fieldname] = part.value;
        continue;
      }
      const content = await part.toBuffer();
      bytes += content.length;
      if (bytes > submissionBounds.bytesTotal) throw tooLarge(bytes);
      files.push({ name: part.filename, content: content.toString('base64'), encoding: 'base64' });
    }
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(bytes + submissionBounds.bytesTotal + 1);
    if (code === 'FST_FILES_LIMIT') throw tooManyFiles();
    throw error;
  }
  return { ...form, files };
}

function tooManyFiles(): ApiError {
  return fieldErrors('SUBMISSION_INVALID', [
    { path: 'files', message: `too many files: at most ${submissionBounds.files} can be submitted` },
  ]);
}

function tooLarge(bytes: number): ApiError {
  const limit = submissionBounds.bytesTotal;
  return new ApiError(
    'SUBMISSION_TOO_LARGE',
    { bytes, limit },
    {
      fields: [
        { path: 'files', message: `the files have ${bytes} bytes together; at most ${limit} are allowed` },
      ],
    },
  );
}
