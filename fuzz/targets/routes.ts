import * as fc from 'fast-check';
import { nearValid, type Schema } from '../lib/near-valid.ts';
import { credentials, mustBeAnswer, startStack, type Stack } from '../lib/services.ts';
import { propertyTarget } from '../lib/target.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly as: string | null;
  readonly body: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Streams, which do not end, and the pages that show the document itself. */
const leftOut = /\/live|\/stream|^\/api\/docs|\/events/;
const methods = ['get', 'post', 'put', 'patch', 'delete'];

export const routes = propertyTarget<Asked>({
  name: 'routes',
  summary: 'near-valid requests for every address of the OpenAPI document: never a failure of the api',
  needs: 'services',
  async open() {
    const stack = await startStack();
    const { api } = stack;
    const { body: document } = await api.get<Document>('/api/openapi.json');
    const known = await whatExists(stack);
    const operations = Object.entries(document.paths)
      .filter(([path]) => !leftOut.test(path))
      .flatMap(([path, item]) =>
        methods.flatMap((method) => {
          const operation = item[method];
          return operation === undefined ? [] : [{ path, method: method.toUpperCase(), operation }];
        }),
      );
    return {
      inputs: fc.oneof(
        ...operations.map(({ path, method, operation }) =>
          asking(path, method, operation, document.components.schemas, known),
        ),
      ),
      async check({ method, path, as, body }) {
        const answer = await fetch(`${api.url}${path}`, {
          method,
          headers: {
            ...(as === 'judgehost' ? { authorization: `Bearer ${stack.host.token}` } : credentials(as)),
            ...(body === undefined || body === null ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined || body === null ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(60_000),
        });
        mustBeAnswer(
          answer.status,
          await answer.text(),
          answer.headers.get('content-type') ?? '',
          `${method} ${path}`,
        );
      },
      [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
    };
  },
});

/** Ids of what there is, by the names that parameters and fields have. */
async function whatExists({ api, host }: Stack): Promise<Record<string, readonly string[]>> {
  const submissions: string[] = [];
  for (let count = 0; count < 3; count += 1) submissions.push((await api.submit('main')).body.id);
  const { rows: tasks } = await api.sql.query<{ id: string }>('SELECT id FROM judge_task');
  const { rows: hosts } = await api.sql.query<{ id: string }>('SELECT id FROM judgehost');
  const { rows: judgings } = await api.sql.query<{ id: string }>('SELECT id FROM judging');
  const taskIds = tasks.map(({ id }) => id);
  const judgingIds = judgings.map(({ id }) => id);
  return {
    contest: ['main'],
    contestId: ['main'],
    problem: ['sum', 'A'],
    problemId: ['sum'],
    label: ['A'],
    team: ['alpha', 'beta'],
    teamId: ['alpha', 'beta'],
    language: ['c', 'cpp'],
    languageId: ['c'],
    username: ['alpha', 'beta', 'nobody'],
    judgehost: [host.name],
    judgehostId: hosts.map(({ id }) => id),
    submission: submissions,
    submissionId: submissions,
    judging: judgingIds,
    judgingId: judgingIds,
    id: [...submissions, ...taskIds, ...judgingIds, ...hosts.map(({ id }) => id), 'main', 'sum'],
  };
}

function asking(
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
  components: Readonly<Record<string, Schema>>,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<Asked> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const strange = fc.constantFrom(
    '-',
    '%00',
    '%ff',
    '..',
    '__proto__',
    '00000000-0000-0000-0000-000000000000',
    '%F0%9F%98%80',
    '9'.repeat(30),
    "'",
    '%2F',
  );
  const segment = (name: string): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...(known[name] ?? known['id'] ?? ['x'])) },
      { weight: 1, arbitrary: strange },
    );
  const query = fc.record(
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema = {} }) => [name, nearValid(schema, components, known)]),
    ),
    {
      requiredKeys: parameters
        .filter((one) => one.in === 'query' && one.required === true)
        .map(({ name }) => name),
    },
  );
  const schema = requestBody?.content?.['application/json']?.schema;
  const as = path.startsWith('/api/judgehost/')
    ? fc.oneof(
        { weight: 9, arbitrary: fc.constant('judgehost') },
        { weight: 1, arbitrary: fc.constantFrom('admin', null) },
      )
    : fc.oneof(
        { weight: 6, arbitrary: fc.constant('admin') },
        { weight: 3, arbitrary: fc.constantFrom('jury', 'alpha') },
        { weight: 1, arbitrary: fc.constant(null) },
      );
  return fc
    .record({
      segments: fc.tuple(...names.map(segment)),
      query,
      as,
      body:
        method === 'GET' || schema === undefined ? fc.constant(null) : nearValid(schema, components, known),
    })
    .map(({ segments, query, as, body }) => {
      const filled = names.reduce(
        (now, name, index) => now.replace(`{${name}}`, segments[index] ?? 'x'),
        path,
      );
      const words = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [
          name,
          (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed(),
        ]),
      ).toString();
      return { method, path: words === '' ? filled : `${filled}?${words}`, as, body };
    });
}
