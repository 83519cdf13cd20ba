/** What can be wrong with sources and languages. Codes are constant; texts may change. */
import { fillTemplate } from '@sandglass/contracts';

export const languageErrorCatalogue = {
  LANGUAGE_UNKNOWN: { status: 422, template: 'there is no language "{id}"; the languages are {known}' },
  LANGUAGE_NO_SOURCE: {
    status: 422,
    template: 'none of the files is {language} source; its files end in {extensions}',
  },
  LANGUAGE_DUPLICATE_FILE: { status: 422, template: 'two files would both be called "{name}"' },
  LANGUAGE_FILE_NAME: {
    status: 422,
    template:
      'no file can be called "{name}": a plain name of at most 255 bytes is needed, in a path of at most 1024',
  },
  LANGUAGE_ENTRY_POINT_MISSING: {
    status: 422,
    template: '{what} cannot be found in the files; name it',
  },
  LANGUAGE_ENTRY_POINT_WRONG: { status: 422, template: '"{given}" cannot be started: {why}' },
} as const;

export type LanguageErrorCode = keyof typeof languageErrorCatalogue;

/** Thrown for sources that cannot be compiled as they are; the message is fit for contestants. */
export class LanguageError extends Error {
  readonly code: LanguageErrorCode;
  /** HTTP status when a request is to blame. */
  readonly status: number;

  constructor(code: LanguageErrorCode, values: Readonly<Record<string, string>>) {
    const { template, status } = languageErrorCatalogue[code];
    super(fillTemplate(template, values));
    this.name = 'LanguageError';
    this.code = code;
    this.status = status;
  }
}
