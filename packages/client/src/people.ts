import {
  accountsAnswerSchema,
  exportPeopleAnswerSchema,
  importPeopleAnswerSchema,
  makePasswordsAnswerSchema,
  peopleSchema,
  type Account,
  type ChangeAccountRequest,
  type ImportedFile,
  type ImportPeopleAnswer,
  type MakePasswordsAnswer,
  type People as PeopleAnswer,
  type PasswordSheetsRequest,
  type PeopleFile,
} from '@sandglass/contracts';
import type { Http } from './http.ts';

interface ImportOptions {
  readonly dryRun: boolean;
  readonly contest?: string | undefined;
  /** Passwords of the files must be changed at the next login. */
  readonly mustChange?: boolean;
}

/** Organisations, groups, teams, persons and their accounts. */
export class People {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  list(): Promise<PeopleAnswer> {
    return this.#http.get('/api/people', peopleSchema);
  }

  /** @param contest the teams of the files take part in it from then on */
  import(
    files: readonly ImportedFile[],
    { dryRun, contest, mustChange = false }: ImportOptions,
  ): Promise<ImportPeopleAnswer> {
    const query = new URLSearchParams({
      dryRun: String(dryRun),
      mustChange: String(mustChange),
      ...(contest === undefined ? {} : { contest }),
    });
    return this.#http.send('POST', `/api/people/import?${query.toString()}`, importPeopleAnswerSchema, {
      files,
    });
  }

  async export(format: 'clics' | 'tsv', contest?: string): Promise<PeopleFile[]> {
    const query = new URLSearchParams({ format, ...(contest === undefined ? {} : { contest }) });
    return (await this.#http.get(`/api/people/export?${query.toString()}`, exportPeopleAnswerSchema)).files;
  }

  async accounts(): Promise<Account[]> {
    return (await this.#http.get('/api/admin/accounts', accountsAnswerSchema)).accounts;
  }

  /** What is left out stays as it is. */
  async changeAccount(id: string, change: ChangeAccountRequest): Promise<void> {
    await this.#http.request('PATCH', `/api/admin/accounts/${id}`, change);
  }

  /** New ones, which are answered once. */
  async makePasswords(
    accounts: readonly string[],
    mustChange = false,
  ): Promise<MakePasswordsAnswer['passwords']> {
    const body = { accounts, mustChange };
    return (await this.#http.send('POST', '/api/admin/accounts/passwords', makePasswordsAnswerSchema, body))
      .passwords;
  }

  /** @returns a PDF */
  async passwordSheets(sheets: PasswordSheetsRequest): Promise<Buffer> {
    const answer = await this.#http.request('POST', '/api/people/password-sheets', sheets);
    return Buffer.from(await answer.arrayBuffer());
  }
}
