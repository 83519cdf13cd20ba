/**
 * Every reader of text that comes from outside, and hostile texts for each: twice the text may cost three times as
 * much at most. A new reader gets a line in the table.
 */
import {
  heartbeatSchema,
  loginRequestSchema,
  registerRequestSchema,
  submissionQuerySchema,
  submitRequestSchema,
  taskReportSchema,
} from '../packages/contracts/src/index.ts';
import { describe, expect, it } from 'vitest';
import { StreamPlaces } from '../apps/api/src/live/stream-place.ts';
import { basicCredentials } from '../apps/api/src/accounts/authenticate.ts';
import { PageIndex } from '../apps/api/src/web/page-index.ts';
import { readPeopleFiles } from '../apps/api/src/people/read-people-files.ts';
import { base64Bytes } from '../apps/api/src/submissions/submit-input.ts';
import { boundary, openFormReader } from '../apps/api/src/testing/form-reader.ts';
import { createStreamParser } from '../apps/web/src/live/sse-parser.ts';
import { alignLines, comparable } from '../apps/web/src/features/submissions/align-lines.ts';
import { contestFileSchema } from '../packages/client/src/contest-file.ts';
import { eventReader } from '../packages/client/src/live-stream.ts';
import { createHostReader } from '../packages/host-health/src/host-reader.ts';
import { parseKernelStack } from '../packages/host-health/src/kernel-stack.ts';
import { parseCpuList } from '../packages/host-health/src/cpu-list.ts';
import { languageById } from '../packages/languages/src/catalogue.ts';
import { compileCommand } from '../packages/languages/src/command.ts';
import { guessLanguageOfText } from '../packages/languages/src/guess.ts';
import { looksLikeProlog } from '../packages/languages/src/prolog-or-perl.ts';
import { readJavaSource } from '../packages/languages/src/java-source.ts';
import { expandAnswers } from '../packages/problem-package/src/answers.ts';
import { substituteConstants, unknownConstants } from '../packages/problem-package/src/constants.ts';
import { compilePattern } from '../packages/problem-package/src/glob.ts';
import { parseIni } from '../packages/problem-package/src/ini-file.ts';
import { personNames } from '../packages/problem-package/src/metadata-2025-09.ts';
import { parseSeconds } from '../packages/problem-package/src/metadata.ts';
import { decodeText } from '../packages/problem-package/src/text.ts';
import { readDefaultFlags, splitFlags } from '../packages/problem-package/src/validator-flags.ts';
import { readExpectedTag } from '../packages/problem-package/src/verdict-names.ts';
import { parseYaml } from '../packages/problem-package/src/yaml-file.ts';
import { hostOfText } from './parser-cost/host-of-text.ts';
import { growth, maxGrowth } from './parser-cost/growth.ts';
import { again, common, counted, type MakeText } from './parser-cost/texts.ts';

interface Reader {
  readonly run: (text: string) => unknown;
  /** Besides the common ones: what this reader in particular has to do with. */
  readonly texts?: Readonly<Record<string, MakeText>>;
  readonly most?: number;
}

const java = languageById('java');
const pages = { path: '/contests/:contest/:what', scripts: [], styles: [], data: ['/api/{contest}{?q}'] };
const pageIndex = new PageIndex({ pages: [{ ...pages, staffData: [] }] });
const submit = (file: object): unknown =>
  submitRequestSchema.safeParse({ problem: 'A', language: 'c', files: [file] });

const nobody = {
  organisations: new Map(),
  groups: new Map(),
  teams: new Map(),
  persons: new Map(),
  accounts: new Map(),
};
const readForm = await openFormReader();
const disposition = 'Content-Disposition: form-data; name="file"';
/** The beginning of a part, as far as its headers. */
const part = `--${boundary}\r\n${disposition}`;

const places = new StreamPlaces('a secret');
const report = (text: string): object => ({
  fencingToken: 1,
  compile: { success: true, output: text, measurement: null },
  runs: [{ startedAt: text, reason: text, outputHead: text, lastWait: text, verdict: text }],
  done: { kind: 'error', code: text, message: text },
});
const hostWords = (text: string): object => ({
  name: text,
  software: text,
  compilers: [{ language: text, version: text, image: text }],
  report: { hostname: text, kernel: text, cpuModel: text, takenAt: text, cpus: { summary: text } },
  condition: { untrusted: text, since: text, lastError: { at: text, code: text, message: text } },
});

const readers: Readonly<Record<string, Reader>> = {
  // What contestants and visitors send to the api.
  'api: base64': {
    run: base64Bytes,
    texts: { padding: again('='), 'blanks and a letter': again(' ', '', '!') },
  },
  'api: name of a file': { run: (name) => submit({ name, content: 'x' }) },
  'api: content of a file': { run: (content) => submit({ name: 'a.c', content }) },
  'api: problem, entry point, key': {
    run: (text) => submitRequestSchema.safeParse({ problem: text, entryPoint: text, idempotencyKey: text }),
  },
  'api: filters of the list': {
    run: (text) => submissionQuerySchema.safeParse({ problem: text, verdict: text, ids: text, from: text }),
    texts: { verdicts: again('AC,'), dates: again('2026-01-01T', '', 'Z') },
  },
  'api: address of a page': {
    run: (text) => pageIndex.find(`/contests/${text}`),
    texts: {
      parameters: again('q=1&', 'main/x?'),
      'encoded letters': again('%20', 'main/'),
      slashes: again('/'),
      'broken letters': again('%', 'main/'),
    },
    most: 65_536,
  },
  'api: answers as an archive': {
    run: (text) => expandAnswers([{ name: 'a.zip', data: Buffer.from(`PK${text}`) }], 65_536),
    texts: { 'ends of archives': again('PK\u0005\u0006'), 'entries of archives': again('PK\u0001\u0002') },
  },

  'api: form': {
    run: readForm,
    texts: {
      'small fields': again(`${part}\r\n\r\nx\r\n`),
      'fields of many names': counted(
        (index) => `--${boundary}\r\nContent-Disposition: form-data; name="f${index}"\r\n\r\nx\r\n`,
      ),
      'small files': again(`${part}; filename="a.c"\r\n\r\nx\r\n`),
      'one file': again('x', `${part}; filename="a.c"\r\n\r\n`),
      'one field': again('x', `${part}\r\n\r\n`),
      headers: again('X: y\r\n', `${part}\r\n`),
      'headers of many names': counted((index) => `X${index}: y\r\n`, `${part}\r\n`),
      'a long header': again('y', `${part}\r\nX: `),
      'a folded header': again('\r\n y', `${part}\r\nX: `),
      'a long name': again('y', `--${boundary}\r\nContent-Disposition: form-data; name="`),
      parameters: again('; a=b', part),
      'parameters without a value': again(';', part),
      'quotes in a name': again('\\"', `${part}; filename="`),
      'letters in a name': again('%41', `${part}; filename*=UTF-8''`),
      'almost boundaries': again(`\r\n-${boundary}`, `${part}; filename="a"\r\n\r\n`),
      'beginnings of boundaries': again('\r\n--', `${part}; filename="a"\r\n\r\n`),
      boundaries: again(`--${boundary}\r\n`),
      'ends of forms': again(`--${boundary}--\r\n`, part),
    },
  },

  'api: files of people': {
    run: (text) =>
      ['teams.json', 'teams.tsv', 'accounts.tsv', 'institutions2.tsv', 'teams.csv', 'cms.json'].map((name) =>
        readPeopleFiles([{ name, text }], nobody),
      ),
    texts: {
      'rows of CSV': counted((index) => `a${index},b\n`, 'id,name\n'),
      'teams of ICPC': counted(
        (index) => `${index}\t1\t1\tA\tB${index}\tB${index}\tNOR\tINST-${index}\n`,
        'teams\t1\n',
      ),
      'accounts of ICPC': counted((index) => `team\tA\tteam${index}\tpassword\n`, 'accounts\t1\n'),
      'digits of an account': again('0', 'accounts\t1\nteam\tA\t'),
      objects: counted((index) => `{"id":"${index}","name":"A","organization_id":"x"},\n`, '[', '{}]'),
      'fields of an object': counted((index) => `"f${index}":1,`, '[{', '"id":"a"}]'),
      'ids of an object': counted((index) => `"g${index}",`, '[{"id":"a","group_ids":[', '"x"]}]'),
      'teams of a registration system': counted(
        (index) =>
          `{"teamId":${index},"teamName":"A","institutionName":"I${index}","teamMember":{"firstName":"B"}},`,
        '{"contest":{"group":{"groupId":1,"team":[',
        '{}]}}}',
      ),
      'spaces before an object': again(' '),
      'quotes of CSV': again('""', 'id,name\n"', '"'),
      'columns of CSV': counted((index) => `c${index},`, '', '\n1'),
    },
  },

  'api: login and Basic header': {
    run: (text) => [
      loginRequestSchema.safeParse({ username: text, password: text }),
      basicCredentials(`Basic ${text}`),
    ],
    texts: { padding: again('='), 'a long name': again('YWFh'), colons: again('Ojo6') },
  },
  'api: place in a live stream': { run: (text) => places.open(text, text), texts: { letters: again('-_') } },

  // What judgehosts send to the api.
  'api: report of a task': {
    run: (text) => taskReportSchema.safeParse(report(text)),
    texts: { base64: again('QUJD') },
  },
  'api: registration and heartbeat': {
    run: (text) => [
      registerRequestSchema.safeParse(hostWords(text)),
      heartbeatSchema.safeParse({ ...hostWords(text), slots: [{ state: text, submissionId: text }] }),
    ],
  },

  // Sources, in the api, the judgehost and the browser.
  'languages: a Java source': {
    run: readJavaSource,
    texts: {
      'public public': again('public '),
      'static static': again('static ', 'class A {'),
      'package package': again('package '),
      'a long package': again('a.', 'package '),
      'class class': again('class '),
      types: counted((index) => `class A${index} { static void main(String[] a) { } }\n`),
      'void main': again('void main(', 'class A {'),
      'text blocks': again('"""'),
      'escaped quotes': again('\\"', '"'),
      annotations: again('@A({1}) '),
    },
  },
  'languages: files and entry point': {
    run: (text) =>
      compileCommand(java, {
        files: [{ name: 'Main.java', text }],
        memoryBytes: 1024 ** 3,
        entryPoint: null,
      }),
    texts: {
      'a long package of many types': (length) =>
        again('a', 'package ', ';')(length / 2) +
        counted((index) => `class A${index}{static void main(String a){}}`)(length / 2),
    },
  },
  'languages: guess': {
    run: guessLanguageOfText,
    texts: Object.fromEntries(
      ['def f(', 'import ', 'program ', '#include ', 'const a', 'function ', 'do |', 'module A '].map(
        (word) => [word, again(word)],
      ),
    ),
  },

  'languages: Prolog or Perl': {
    run: looksLikeProlog,
    texts: {
      ...Object.fromEntries(
        ['a', 'a:-', "'", '#', ');', ') ', '/*', '$a '].map((word) => [word, again(word)]),
      ),
      lines: again('a(b).\n'),
      'perl lines': again('my $a;\n'),
    },
  },

  // Files of problem packages.
  'packages: YAML': {
    run: (text) => parseYaml(text, 'problem.yaml'),
    texts: {
      keys: counted((index) => `key${index}: 1\n`),
      'keys on one line': counted((index) => `key${index}: 1,`, '{', '}'),
      'the same key': again('a: 1\n'),
      'a list': again('- a\n'),
      aliases: again('- *a\n', 'b: &a 1\nc:\n'),
      anchors: again('&a '),
      tags: again('!a '),
      questions: again('? '),
      directives: again('%a\n'),
      documents: again('---\n'),
      comments: again('# x\n'),
      'a block of text': again('  x\n', 'a: |\n'),
      'a folded text': again('  x\n', 'a: >\n'),
      'a text over many lines': again('b\n  ', 'a: '),
      escapes: again('\\x', '"'),
    },
    most: 131_072,
  },
  'packages: YAML as text': { run: (text) => parseYaml(text, 'test_group.yaml', 'text'), most: 131_072 },
  'packages: ini': { run: (text) => parseIni(text, 'domjudge-problem.ini') },
  'packages: text': { run: (text) => decodeText(Buffer.from(text), 'statement.md') },
  'packages: constants': {
    run: (text) => [substituteConstants(text, { a: 'b' }, 'a.md'), unknownConstants(text, { a: 'b' })],
    texts: { 'open tags': again('{{a'), tags: again('{{a}}'), others: counted((index) => `{{a${index}}}`) },
  },
  'packages: pattern of paths': {
    run: (text) => compilePattern(text)('submissions/accepted/a.py'),
    texts: { stars: again('*'), groups: again('{a,b}'), 'open groups': again('{,') },
  },
  'packages: persons': {
    run: (text) => personNames(text),
    texts: { mails: again('<'), 'blanks and a mail': again(' ', 'a', '<b'), both: again('<>') },
  },
  'packages: time limit': { run: parseSeconds, texts: { digits: again('1', '', 'x'), points: again('1.') } },
  'packages: flags of validators': { run: (text) => readDefaultFlags(splitFlags(text)) },
  'packages: expected results': {
    run: readExpectedTag,
    texts: {
      tags: again('@EXPECTED_RESULTS@:'),
      names: again('A, ', '@EXPECTED_RESULTS@: '),
      ends: again('*/', '@EXPECTED_RESULTS@: '),
    },
  },

  // What the kernel says, with names that programs choose.
  'host: stack of a task': {
    run: parseKernelStack,
    texts: {
      functions: again('[<0>] a.isra.0+0x1/0x2\n'),
      'one long name': again('.isra', '[<0>] a', '+0x1'),
    },
  },
  'host: every file of the kernel that a report is made of': {
    run: (text) => createHostReader({ stacks: true }, hostOfText(text)).read(),
    texts: {
      memory: again('MemTotal:        1 kB\n'),
      pressure: again('some avg10=1.00\n'),
      'times of CPUs': again('cpu0 1 2 3 4 5 6 7 8 9 10\n'),
      mounts: again('1 1 0:1 / / rw - cgroup2 cgroup2 rw\n'),
      'options of mounts': again(' - cgroup a,'),
      groups: again('0::/a\n'),
      'a deep group': again('/a', '0::'),
      processors: again('model name : a\n'),
      'blanks of a processor': again(' ', 'model name : a', 'b'),
      status: again('State:\tD\n'),
      ranges: again('0-1,'),
    },
    most: 131_072,
  },
  'host: list of CPUs': { run: parseCpuList, texts: { ranges: again('0-1,') } },

  // What the browser reads.
  'web: stream of events': {
    run: (text) =>
      createStreamParser(
        () => undefined,
        () => undefined,
      )(text),
    texts: { events: again('data: a\n\n'), 'data of one event': again('data: a\n') },
  },
  'web: stream of events, letter by letter': {
    run: (text) => {
      const parse = createStreamParser(
        () => undefined,
        () => undefined,
      );
      for (const letter of text) parse(letter);
    },
    texts: { data: again('a', 'data: ') },
    most: 262_144,
  },
  'client: stream of events': {
    run: (text) => eventReader()(text),
    texts: { events: again('data: a\n\n'), 'data of one event': again('data: a\n') },
  },
  'client: stream of events, letter by letter': {
    run: (text) => {
      const read = eventReader();
      for (const letter of text) read(letter);
    },
    texts: { data: again('a', 'data: '), 'data of one event': again('data: a\n') },
    most: 262_144,
  },
  'client: contest file': {
    run: (text) => contestFileSchema.safeParse(parseYaml(text, 'contest.yaml').value),
    texts: {
      keys: counted((index) => `key${index}: 1\n`),
      teams: counted((index) => `- {id: t${index}, name: a}\n`, 'teams:\n'),
      'a long span': again('1', 'starts: "', 'x"'),
    },
    most: 131_072,
  },
  'web: two outputs': {
    run: (text) => {
      const { left, right } = comparable({ text, truncated: true }, { text: `${text}!`, truncated: true });
      return alignLines(left, right);
    },
    texts: { 'different lines': counted((index) => `${index}\n`) },
    most: 131_072,
  },
};

describe.each(Object.entries(readers))('%s', (_name, { run, texts, most }) => {
  const all = Object.entries({ ...common, ...texts });
  it.each(all)('takes no more than its share of time for more: %s', async (_text, make) => {
    const ratio = await growth({ run, make, ...(most === undefined ? {} : { most }) });
    expect(ratio ?? 0).toBeLessThan(maxGrowth);
  });
});

describe('what measures the growth', () => {
  it('sees what is quadratic, and lets through what is not', async () => {
    const make = again(' ', '', 'x');
    expect(await growth({ run: (text) => /\s+$/.test(text), make })).toBeGreaterThan(maxGrowth);
    expect((await growth({ run: (text) => text.trimEnd().split(''), make })) ?? 0).toBeLessThan(maxGrowth);
  });
});
