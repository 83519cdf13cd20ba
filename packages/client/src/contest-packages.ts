import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { importPackageAnswerSchema, type ImportContestPackageAnswer } from '@sandglass/contracts';
import type { Http } from './http.ts';

export interface ImportPackageOptions {
  readonly dryRun: boolean;
  /** Another id for the contest. */
  readonly as?: string | undefined;
}

/** Whole contests as files. */
export class ContestPackages {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** The body of the answer is the zip. */
  export(contest: string, { passwordHashes }: { readonly passwordHashes: boolean }): Promise<Response> {
    const query = passwordHashes ? '?passwordHashes=true' : '';
    return this.#http.request('GET', `/api/admin/contests/${encodeURIComponent(contest)}/package${query}`);
  }

  /** The file is read while it is sent. */
  async import(path: string, { dryRun, as }: ImportPackageOptions): Promise<ImportContestPackageAnswer> {
    const form = new FormData();
    form.set('file', await openAsBlob(path), basename(path));
    const query = new URLSearchParams({ dryRun: String(dryRun), ...(as === undefined ? {} : { as }) });
    return this.#http.send(
      'POST',
      `/api/admin/contest-packages?${query.toString()}`,
      importPackageAnswerSchema,
      form,
    );
  }
}
