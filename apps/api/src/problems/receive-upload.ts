import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { refuseUnstorable } from '../platform/http/storable-fields.ts';

export interface Upload extends AsyncDisposable {
  readonly path: string;
  /** As the client called it. */
  readonly fileName: string;
  /** Text fields that came before the file. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Packages of real regionals have some hundred MB. */
const packageBytes = 1024 ** 3;

/** Streams the `file` part to the disk, never to memory. @throws ApiError PROBLEM_PACKAGE_MISSING, BODY_TOO_LARGE */
export async function receiveUpload(
  request: FastifyRequest,
  folder: string,
  maxBytes = packageBytes,
): Promise<Upload> {
  if (!request.isMultipart()) throw new ApiError('PROBLEM_PACKAGE_MISSING');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `upload-${uuidV7()}.zip`);
  const remove = async (): Promise<void> => rm(path, { force: true });
  const fields: Record<string, string> = {};
  let fileName: string | undefined;
  try {
    for await (const part of request.parts({
      limits: { files: 1, fileSize: maxBytes, fields: 10, fieldSize: 1024 },
    })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      await pipeline(part.file, createWriteStream(path));
      if (part.file.truncated) throw new ApiError('BODY_TOO_LARGE', { limit: maxBytes });
      fileName = part.filename;
    }
    refuseUnstorable({ ...fields, file: fileName });
  } catch (error) {
    await remove();
    throw error;
  }
  if (fileName === undefined) throw new ApiError('PROBLEM_PACKAGE_MISSING');
  return { path, fileName, fields, [Symbol.asyncDispose]: remove };
}
