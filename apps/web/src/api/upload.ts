import type { z } from 'zod';
import { NetworkError, toApiError } from './api-error.ts';
import { pageHeaders, parseAnswer, withSession } from './client.ts';

/**
 * Sends a form with files and reports how much was sent (0 to 1). `fetch` cannot report progress
 * of what it sends, and problem packages are tens of megabytes.
 * @throws ApiError, NetworkError, ContractError (as a rejection)
 */
export function upload<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<z.output<Schema>> {
  return withSession(() => send(schema, path, form, onProgress));
}

function send<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<z.output<Schema>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'text';
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(pageHeaders(true))) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener('error', () => reject(new NetworkError(null)));
    request.addEventListener('load', () => {
      const body = jsonOf(request.responseText);
      if (request.status >= 400) return reject(toApiError(request.status, body));
      try {
        resolve(parseAnswer(schema, path, body));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    request.send(form);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
