/**
 * The page of the web app, with what it would ask for first already in it. The head is sent at once, so that the
 * browser fetches the page's code while the answers are found; each answer is in a block of data that the code reads
 * instead of asking. The answers are those of the api's own routes, asked with the rights of the page's user: what a
 * person may not see is not in the page either. One that is refused or slow is left out, and the code asks itself.
 */
import { within } from '@sandglass/service';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { constants, createGzip, type Gzip } from 'node:zlib';
import { sessionAnswerSchema } from '@sandglass/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readers } from '../platform/http/access.ts';
import type { App } from '../platform/http/app-type.ts';
import { PageIndex, type FoundPage } from './page-index.ts';

/** How long the page waits for an answer, ms: the code asks itself for one that takes longer. */
export const usualPatienceMs = 120;

export interface PageShellOptions {
  /** Where the build is. */
  readonly root: string;
  readonly patienceMs?: number | undefined;
  /** The last event of a contest that answers from now on know of, sealed; null: there is no such contest. */
  readonly placeOf: (contest: string) => string | null;
}

interface Build {
  readonly modifiedMs: number;
  /** What precedes the links of a page, between them and the answers, and after these. */
  readonly parts: readonly [string, string, string];
  readonly index: PageIndex;
}

export class PageShell {
  readonly #app: App;
  readonly #root: string;
  readonly #patienceMs: number;
  readonly #placeOf: (contest: string) => string | null;
  #build: Promise<Build> | null = null;

  constructor(app: App, { root, patienceMs = usualPatienceMs, placeOf }: PageShellOptions) {
    this.#app = app;
    this.#root = root;
    this.#patienceMs = patienceMs;
    this.#placeOf = placeOf;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { parts, index } = await this.#current();
    const [head, body, rest] = parts;
    const page = index.find(request.url);
    // The page holds what one person may see at one moment: neither a proxy nor the way back may show it again.
    reply
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8');
    if (request.method === 'HEAD') return reply.send();
    const zip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') ? createGzip({ level: 4 }) : null;
    if (zip !== null) reply.header('content-encoding', 'gzip');
    const out: Writable = zip ?? new PassThrough();
    // Nothing more is sent to a client that leaves before the end.
    out.on('error', () => {});
    const write = (text: string): void => {
      if (out.destroyed) return;
      out.write(text);
      // Compressed apart: the length of the page says nothing about a secret beside what a stranger put into the address.
      zip?.flush(constants.Z_FULL_FLUSH);
    };
    write(`${head}${linksOf(page)}`);
    write(body);
    void sent(zip)
      .then(() => this.#answers(request, page, write))
      .catch((error: unknown) => request.log.warn({ err: error }, 'the page is sent without answers'))
      .finally(() => out.end(rest));
    return reply.send(out);
  }

  /** Writes each answer as it comes. */
  async #answers(request: FastifyRequest, page: FoundPage, write: (text: string) => void): Promise<void> {
    const one = async (address: string): Promise<string | null> => {
      const answer = await within(this.#patienceMs, this.#ask(request, address), null);
      if (answer !== null) write(blockOf(address, answer));
      return answer;
    };
    // Before anything is asked: what happens from here on is not in every answer.
    if (page.contest !== null) write(placeBlockOf(page.contest, this.#placeOf(page.contest)));
    const others = page.data.map(one);
    const session = await one('/api/session');
    const role = session === null ? null : sessionAnswerSchema.parse(JSON.parse(session)).session?.user.role;
    const isStaff = role != null && readers.includes(role);
    await Promise.all([...others, ...(isStaff ? page.staffData.map(one) : [])]);
  }

  /** The route's own answer, with all that guards it; null when it refuses. */
  async #ask(request: FastifyRequest, url: string): Promise<string | null> {
    const { cookie } = request.headers;
    const answer = await this.#app.inject({
      method: 'GET',
      url,
      remoteAddress: request.ip,
      headers: { accept: 'application/json', ...(cookie === undefined ? {} : { cookie }) },
    });
    const json = answer.headers['content-type']?.startsWith('application/json') === true;
    return answer.statusCode === 200 && json ? answer.body : null;
  }

  /** Read again when the web app was rebuilt. */
  async #current(): Promise<Build> {
    const { mtimeMs } = await stat(join(this.#root, 'index.html'));
    const known = await this.#build?.catch(() => null);
    if (known?.modifiedMs === mtimeMs) return known;
    this.#build = this.#read(mtimeMs);
    return this.#build;
  }

  async #read(modifiedMs: number): Promise<Build> {
    const html = await readFile(join(this.#root, 'index.html'), 'utf8');
    const index = await readFile(join(this.#root, 'pages.json'), 'utf8').catch(() => 'null');
    const [head = '', afterHead = ''] = splitBefore(html, '</head>');
    const [body = '', rest = ''] = splitBefore(afterHead, '</body>');
    const parts = [head, body, rest] as const;
    return { modifiedMs, parts, index: new PageIndex(JSON.parse(index)) };
  }
}

/**
 * Once what was written is on its way: finding the answers keeps the process busy, and nothing would be sent in that
 * time.
 */
async function sent(zip: Gzip | null): Promise<void> {
  if (zip !== null) await new Promise<void>((resolve) => zip.flush(constants.Z_FULL_FLUSH, resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

function splitBefore(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at)];
}

function linksOf({ scripts, styles }: FoundPage): string {
  return [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    '',
  ].join('\n');
}

/** JSON is no markup only without `<`, which occurs in its strings alone. */
function blockOf(address: string, json: string): string {
  return `<script type="application/json" data-answer="${quoted(address)}">${json.replaceAll('<', '\\u003c')}</script>\n`;
}

/** From where on the stream of a contest sends what the answers in this page may not know. */
function placeBlockOf(contest: string, place: string | null): string {
  return place === null
    ? ''
    : `<script type="application/json" data-live="${quoted(contest)}" data-seq="${place}"></script>\n`;
}

function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
