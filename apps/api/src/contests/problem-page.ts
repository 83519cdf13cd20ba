/** A problem as contestants read it. Versions never change, so texts are read once per version. */
import type { ProblemPage } from '@sandglass/contracts';
import { effectiveLimits, type Viewer } from '@sandglass/domain';
import sanitizeHtml from 'sanitize-html';
import type { BlobStore } from '../files/blob-store.ts';
import type { ContestModel } from './contest-model.ts';
import type { ContestDefinitionRow, ProblemDefinition } from './contest-repository.ts';
import type { StatementFile, StoredFileRow } from '../problems/problem-rows.ts';

/** Larger samples are for downloading. */
const shownBytes = 64 * 1024;
const textBytes = 1024 * 1024;
const remembered = 200;

type Parts = Pick<ProblemPage, 'statements' | 'samples'>;

export class ProblemPages {
  readonly #blobs: BlobStore;
  readonly #parts = new Map<string, Promise<Parts>>();

  constructor(blobs: BlobStore) {
    this.#blobs = blobs;
  }

  async page(contest: ContestModel, problem: ProblemDefinition, viewer: Viewer): Promise<ProblemPage> {
    const base = `/api/contests/${contest.id}/problems/${problem.label}`;
    return {
      ...contest.describeProblem(problem, viewer),
      wallLimitMs: wallLimitMs(contest.definition, problem),
      ...(await this.#remembered(problem, base)),
      attachments: problem.attachments.map(({ name, bytes }) => ({
        name,
        bytes,
        url: `${base}/attachments/${name.split('/').map(encodeURIComponent).join('/')}`,
      })),
      validation: describeValidation(problem),
    };
  }

  #remembered(problem: ProblemDefinition, base: string): Promise<Parts> {
    const key = `${problem.versionId} ${base}`;
    let parts = this.#parts.get(key);
    if (parts !== undefined) return parts;
    if (this.#parts.size >= remembered) this.#parts.clear();
    parts = this.#read(problem, base);
    parts.catch(() => this.#parts.delete(key));
    this.#parts.set(key, parts);
    return parts;
  }

  async #read(problem: ProblemDefinition, base: string): Promise<Parts> {
    const statements = await Promise.all(
      problem.statements.map(async (statement) => {
        const url = `${base}/statement/${encodeURIComponent(statement.language)}`;
        const several =
          problem.statements.filter(({ language }) => language === statement.language).length > 1;
        return {
          language: statement.language,
          format: statement.format,
          text: await this.#text(statement, url),
          url: several ? `${url}?format=${statement.format}` : url,
        };
      }),
    );
    const samples = await Promise.all(
      problem.samples.map(async (sample, index) => {
        const url = `${base}/samples/${index + 1}`;
        const name = sample.name.replace(/^sample\//, '');
        const { interaction } = sample;
        if (interaction !== null) {
          const text = await this.#shown(interaction);
          return {
            name,
            input: null,
            answer: null,
            interaction: text ?? '',
            inputUrl: null,
            answerUrl: null,
          };
        }
        return {
          name,
          input: await this.#shown(sample.input),
          answer: await this.#shown(sample.answer),
          interaction: null,
          inputUrl: `${url}/input`,
          answerUrl: `${url}/answer`,
        };
      }),
    );
    return { statements, samples };
  }

  async #text(statement: StatementFile, url: string): Promise<string | null> {
    if (statement.format === 'pdf') return null;
    const text = (await this.#blobs.head(statement.sha256, textBytes)).toString('utf8');
    return statement.format === 'html' ? cleanHtml(text, url) : text;
  }

  async #shown({ sha256: hash, bytes }: StoredFileRow): Promise<string | null> {
    if (bytes > shownBytes) return null;
    const content = await this.#blobs.head(hash, shownBytes);
    const text = content.toString('utf8');
    return content.includes(0) || text.includes('\uFFFD') ? null : text;
  }
}

function wallLimitMs(contest: ContestDefinitionRow, problem: ProblemDefinition): number | null {
  if (problem.kind.submitAnswer) return null;
  const rules = {
    global: contest.globalWallLimitRule,
    contest: contest.wallLimitRule,
    problem: problem.wallLimitRule,
  };
  return Math.round(effectiveLimits(problem.limits, {}, rules).run.wallUs / 1000);
}

/** A statement is written by the jury, but a package may come from anywhere: scripts and styles of pages stay out. */
export function cleanHtml(html: string, base: string): string {
  return sanitizeHtml(html, {
    // The page shows the problem's name itself.
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title'],
    allowedTags: [
      ...sanitizeHtml.defaults.allowedTags,
      'img',
      'h1',
      'h2',
      'del',
      'ins',
      'svg',
      'details',
      'summary',
    ],
    allowedAttributes: {
      ...sanitizeHtml.defaults.allowedAttributes,
      '*': ['class', 'id', 'lang', 'dir', 'title'],
      img: ['src', 'alt', 'width', 'height'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'data'],
    allowedSchemesByTag: { a: ['http', 'https', 'mailto'], img: ['data', 'https'] },
    transformTags: {
      img: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, src: resolve(attribs['src'] ?? '', base) },
      }),
    },
  });
}

function resolve(src: string, base: string): string {
  return /^([a-z]+:|\/)/i.test(src) ? src : `${base}/${src.replace(/^\.\//, '')}`;
}

function describeValidation({ validator, kind }: ProblemDefinition): string {
  const again =
    kind.passes > 1 ? ` It is run up to ${String(kind.passes)} times, each time with the full limits.` : '';
  if (kind.interactive)
    return `Your program talks with a program of the jury: write a line, flush, read the reply. Waiting for it costs no time.${again}`;
  if (validator.kind === 'custom') {
    const what = kind.submitAnswer ? 'Each answer' : 'Output';
    const input = again === '' ? '' : `${again} The input of a later run depends on the output before.`;
    return `${what} is checked by a program of the jury: any right answer counts.${input}`;
  }
  const { flags } = validator;
  const after = (name: string): string | undefined =>
    flags.includes(name) ? flags[flags.indexOf(name) + 1] : undefined;
  const both = after('float_tolerance');
  const absolute = after('float_absolute_tolerance') ?? both;
  const relative = after('float_relative_tolerance') ?? both;
  const bounds = [
    absolute === undefined ? null : `an absolute error of ${absolute}`,
    relative === undefined ? null : `a relative error of ${relative}`,
  ].filter((bound) => bound !== null);
  return [
    kind.submitAnswer ? 'Each answer is compared token by token' : 'Output is compared token by token',
    flags.includes('case_sensitive')
      ? ', upper and lower case matter'
      : ', upper and lower case do not matter',
    flags.includes('space_change_sensitive') ? ', white space matters' : ', white space does not matter',
    bounds.length === 0 ? '' : `; numbers may have ${bounds.join(' or ')}`,
    '.',
  ].join('');
}
