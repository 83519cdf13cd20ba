import * as fc from 'fast-check';
import { changed, changes, anyBytes, bytesOf, type Change } from '../lib/bytes.ts';
import { credentials, mustBeAnswer, startStack } from '../lib/services.ts';
import { propertyTarget } from '../lib/target.ts';

interface Part {
  readonly name: string;
  readonly filename: string | null;
  readonly headers: string;
  readonly content: string;
}

interface Form {
  readonly path: 'submit' | 'import';
  readonly boundary: string;
  readonly parts: readonly Part[];
  readonly changes: readonly Change[];
}

const name = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('problem', 'language', 'entryPoint', 'file', 'idempotencyKey', 'id'),
  },
  { weight: 1, arbitrary: fc.constantFrom('files', '__proto__', 'constructor', 'toString', 'file[]', '') },
  { weight: 1, arbitrary: fc.string({ maxLength: 120 }) },
);
const content = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('A', 'c', 'sum.c', 'sum', 'int main(){}', 'problem.yaml') },
  { weight: 1, arbitrary: anyBytes(60) },
  { weight: 1, arbitrary: fc.nat({ max: 3000 }).map((length) => 'x'.repeat(length)) },
);
const filename = fc.oneof(
  fc.constantFrom('sum.c', 'a/b.c', '../x.c', '', '.', '..', 'a\\b', 'ä.py', 'sum.zip', 'a\0b.c', '\ud800.c'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const part: fc.Arbitrary<Part> = fc.record({
  name,
  filename: fc.option(filename),
  headers: fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'Content-Type: text/plain; charset=utf-16\r\n',
        'Content-Type: application/json\r\n',
        'Content-Transfer-Encoding: base64\r\n',
        'Content-Type: multipart/mixed; boundary=b\r\n',
        ': \r\n',
        `X: ${'y'.repeat(9000)}\r\n`,
      ),
    },
  ),
  content,
});
const chunk = fc.oneof(
  fc.constantFrom(
    '\r\n',
    '--',
    '\r\n--b--\r\n',
    '\r\n--b\r\n',
    '"',
    ';',
    '=',
    '\0',
    '\r',
    '\n',
    "filename*=UTF-8''%ff%00",
  ),
  anyBytes(4),
);

const form: fc.Arbitrary<Form> = fc.record({
  path: fc.constantFrom('submit', 'submit', 'import'),
  boundary: fc.oneof(
    { weight: 12, arbitrary: fc.constant('b') },
    { weight: 1, arbitrary: fc.constantFrom('', '"b"', 'b b', 'c', 'x'.repeat(300), '--') },
  ),
  parts: fc.array(part, { maxLength: 8 }),
  changes: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: changes(chunk, 3) }),
});

function bodyOf({ parts, changes }: Form): Buffer<ArrayBuffer> {
  const written = parts.map(({ name, filename, headers, content }) => {
    const escaped = (text: string): string =>
      Buffer.from(text.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ')).toString('latin1');
    const file = filename === null ? '' : `; filename="${escaped(filename)}"`;
    return `--b\r\nContent-Disposition: form-data; name="${escaped(name)}"${file}\r\n${headers}\r\n${content}\r\n`;
  });
  return bytesOf(changed(`${written.join('')}--b--\r\n`, changes));
}

export const multipart = propertyTarget<Form>({
  name: 'multipart',
  summary: 'forms, damaged, as a submission and as a package: accepted, or refused by the catalogue',
  needs: 'services',
  async open() {
    const stack = await startStack();
    return {
      inputs: form,
      async check(input) {
        const [path, as] =
          input.path === 'submit'
            ? ['/api/contests/main/submissions', 'alpha']
            : ['/api/admin/problems', 'admin'];
        const answer = await fetch(`${stack.api.url}${path}`, {
          method: 'POST',
          headers: { ...credentials(as), 'content-type': `multipart/form-data; boundary=${input.boundary}` },
          body: bodyOf(input),
        });
        mustBeAnswer(answer.status, await answer.text(), answer.headers.get('content-type') ?? '', path);
      },
      [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
    };
  },
});
