/** What the build of the web app says of its pages (`pages.json`): the files of each and the answers it begins with. */
import { z } from 'zod';
import { expandTemplate } from './uri-template.ts';

const pageSchema = z.object({
  path: z.string(),
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  data: z.array(z.string()),
  staffData: z.array(z.string()),
});
const indexSchema = z.object({ pages: z.array(pageSchema) });

export interface FoundPage {
  /** Of which contest it is, as the address has it. */
  readonly contest: string | null;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Addresses of answers that the page begins with. */
  readonly data: readonly string[];
  /** More of them for jury and administrator. */
  readonly staffData: readonly string[];
}

const nothing: FoundPage = { contest: null, scripts: [], styles: [], data: [], staffData: [] };

export class PageIndex {
  readonly #pages: readonly { pattern: RegExp; page: z.infer<typeof pageSchema> }[];

  /** @param index the content of `pages.json`; null: there is none, and pages ask for everything themselves */
  constructor(index: unknown) {
    const pages = index === null ? [] : indexSchema.parse(index).pages;
    // Of two that fit, `rejudgings/new` and `rejudgings/:rejudging`, the one that says more.
    this.#pages = pages
      .map((page) => ({ page, pattern: patternOf(page.path) }))
      .toSorted((a, b) => a.page.path.split(':').length - b.page.path.split(':').length);
  }

  /** @param url path and parameters, as requested */
  find(url: string): FoundPage {
    // Two slashes at the beginning would be the name of a host.
    const { pathname, searchParams } = new URL(`http://page/${url.replace(/^\/+/, '')}`);
    for (const { page, pattern } of this.#pages) {
      const parts = pattern.exec(pathname);
      if (parts === null) continue;
      const values = new Map([...searchParams].map(([name, value]) => [name, plain(value)]));
      for (const [name, part] of Object.entries(parts.groups ?? {})) {
        const value = decoded(part);
        if (value === null) return nothing;
        values.set(name, value);
      }
      const addresses = (templates: readonly string[]): string[] =>
        templates.flatMap((template) => expandTemplate(template, values) ?? []);
      const contest = parts.groups?.['contest'] === undefined ? null : (values.get('contest') ?? null);
      return { ...page, contest, data: addresses(page.data), staffData: addresses(page.staffData) };
    }
    return nothing;
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Addresses made by earlier versions of the web app have digits in quotes. */
function plain(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === 'string' ? text : value;
  } catch {
    return value;
  }
}
