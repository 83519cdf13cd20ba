/** Every verdict class in every language, on the real sandbox with real compilers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Verdict } from '@sandglass/contracts';
import { whyNoSandbox } from './testing/needs-root.ts';
import { Workbench, type TestJob } from './testing/workbench.ts';

type Case = readonly [verdict: Verdict, what: string, job: Omit<TestJob, 'language'>];

const cases: Readonly<Record<string, readonly Case[]>> = {
  c: [
    ['AC', 'the right answer', { source: '#include <stdio.h>\nint main(void) { puts("42"); }' }],
    ['WA', 'a wrong answer', { source: '#include <stdio.h>\nint main(void) { puts("43"); }' }],
    ['NO', 'no output', { source: 'int main(void) { return 0; }' }],
    ['RTE', 'an exit status', { source: 'int main(void) { return 3; }' }],
    ['RTE', 'a null pointer', { source: 'int main(void) { return *(volatile int *)0; }' }],
    ['RTE', 'abort', { source: '#include <stdlib.h>\nint main(void) { abort(); }' }],
    [
      'TLE',
      'an endless loop',
      { timeLimitMs: 200, source: 'int main(void) { for (volatile int i = 0;; i++); }' },
    ],
    [
      'TLE',
      'four children that burn together',
      {
        timeLimitMs: 300,
        source: `#include <unistd.h>
#include <sys/wait.h>
int main(void) {
  for (int i = 0; i < 4; i++) if (fork() == 0) for (volatile int j = 0;; j++);
  while (wait(0) > 0);
}`,
      },
    ],
    ['WTL', 'a sleeper', { wallUs: 300_000, source: '#include <unistd.h>\nint main(void) { sleep(60); }' }],
    [
      'MLE',
      'touching more than the limit',
      {
        memoryMiB: 32,
        source: `#include <stdlib.h>
#include <string.h>
int main(void) { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }`,
      },
    ],
    [
      'OLE',
      'an endless printer',
      { source: '#include <stdio.h>\nint main(void) { for (;;) puts("forty-two and more"); }' },
    ],
  ],
  cpp: [
    [
      'AC',
      'the right answer',
      { source: '#include <iostream>\nint main() { std::cout << 42 << std::endl; }' },
    ],
    ['WA', 'a wrong answer', { source: '#include <iostream>\nint main() { std::cout << 41 << std::endl; }' }],
    [
      'RTE',
      'an exception nobody catches',
      { source: '#include <stdexcept>\nint main() { throw std::runtime_error("no"); }' },
    ],
    [
      'TLE',
      'an endless loop',
      { timeLimitMs: 200, source: 'int main() { volatile long i = 0; for (;;) i = i + 1; }' },
    ],
    [
      'WTL',
      'a sleeper',
      {
        wallUs: 300_000,
        source: `#include <chrono>
#include <thread>
int main() { std::this_thread::sleep_for(std::chrono::minutes(1)); }`,
      },
    ],
    [
      'MLE',
      'a vector that grows for ever',
      {
        memoryMiB: 64,
        source:
          '#include <vector>\nint main() { std::vector<long> v; for (long i = 0;; i++) v.push_back(i); }',
      },
    ],
    [
      'OLE',
      'an endless printer',
      { source: '#include <iostream>\nint main() { for (;;) std::cout << "more than anybody reads\\n"; }' },
    ],
  ],
  java: [
    [
      'AC',
      'the right answer',
      {
        source: 'public class Main { public static void main(String[] a) { System.out.println(42); } }',
      },
    ],
    [
      'AC',
      'a public class called otherwise than its file, in a package, with another class',
      {
        source: `package team.seven;
class Helper { static int answer() { return 42; } }
public class Answer { public static void main(String[] a) { System.out.println(Helper.answer()); } }`,
      },
    ],
    [
      'WA',
      'a wrong answer',
      { source: 'public class Main { public static void main(String[] a) { System.out.println(7); } }' },
    ],
    [
      'RTE',
      'an exception nobody catches',
      { source: 'public class Main { public static void main(String[] a) { int[] x = {}; x[1] = 0; } }' },
    ],
    [
      'RTE',
      'an exit status',
      { source: 'public class Main { public static void main(String[] a) { System.exit(5); } }' },
    ],
    [
      'TLE',
      'an endless loop',
      {
        timeLimitMs: 700,
        source:
          'public class Main { static volatile long i; public static void main(String[] a) { for (;;) i++; } }',
      },
    ],
    [
      'WTL',
      'a sleeper',
      {
        wallUs: 1_000_000,
        source:
          'public class Main { public static void main(String[] a) throws Exception { Thread.sleep(60000); } }',
      },
    ],
    [
      'MLE',
      'a list that grows for ever',
      {
        memoryMiB: 64,
        timeLimitMs: 10_000,
        source: `import java.util.*;
public class Main { public static void main(String[] a) { List<long[]> l = new ArrayList<>(); for (;;) l.add(new long[100000]); } }`,
      },
    ],
    [
      'OLE',
      'an endless printer',
      {
        timeLimitMs: 10_000,
        source:
          'public class Main { public static void main(String[] a) { StringBuilder b = new StringBuilder("x".repeat(10000)); for (;;) System.out.println(b); } }',
      },
    ],
  ],
  python3: [
    ['AC', 'the right answer', { source: 'print(42)' }],
    [
      'AC',
      'a second file that is imported',
      { source: { 'main.py': 'import answer\nprint(answer.value)', 'answer.py': 'value = 42' } },
    ],
    ['WA', 'a wrong answer', { source: 'print(43)' }],
    ['RTE', 'an exception nobody catches', { source: 'print([][0])' }],
    ['RTE', 'an exit status', { source: 'raise SystemExit(4)' }],
    ['TLE', 'an endless loop', { timeLimitMs: 300, source: 'while True: pass' }],
    ['WTL', 'a sleeper', { wallUs: 500_000, source: 'import time\ntime.sleep(60)' }],
    [
      'MLE',
      'a list that grows for ever',
      { memoryMiB: 64, source: 'x = []\nwhile True: x.append(" " * 100000)' },
    ],
    ['OLE', 'an endless printer', { source: 'while True: print("more than anybody reads" * 100)' }],
  ],
};

const syntaxErrors: Readonly<Record<string, string>> = {
  c: 'int main(void) { return forty_two; }',
  cpp: 'int main() { return std::nothing; }',
  java: 'public class Main { public static void main(String[] a) { int x = "x"; } }',
  python3: 'def main(:\n  pass',
};

/** What compiles and yet can never begin: a compile error, not a run-time error of the first test. */
const neverBegin: readonly (readonly [why: string, job: TestJob, words: RegExp])[] = [
  [
    'a Java class without main',
    { language: 'java', source: 'public class Main { static int answer() { return 42; } }' },
    /class "Main" has no method main/,
  ],
  [
    'a Java class whose main no Java starts',
    { language: 'java', source: 'class Main { private static void main(String[] a) { } }' },
    /No method main of the class "Main" can be started\. Java \d+ starts /,
  ],
  [
    'a Java class that is not there',
    {
      language: 'java',
      entryPoint: 'org.example.Mian',
      source: 'class Main { public static void main(String[] a) { } }',
    },
    /no class "org\.example\.Mian"/,
  ],
  [
    'a Kotlin program without main',
    { language: 'kotlin', source: { 'a.kt': 'fun answer() = 42' } },
    /no main to start/,
  ],
  [
    'a Scala program without main',
    { language: 'scala', source: { 'a.scala': 'object Main { def answer = 42 }' } },
    /no main to start/,
  ],
  [
    'a Python comment that is not in UTF-8',
    { language: 'python3', source: { 'main.py': Buffer.from('# caf\u00e9\nprint(42)\n', 'latin1') } },
    /encoding.*main\.py/,
  ],
];

describe.skipIf(whyNoSandbox() !== null)('verdicts', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await Workbench.open();
  });
  afterAll(() => bench.close());

  it.for(neverBegin)('CE for %s', async ([, job, words], { skip }) => {
    if (!bench.toolchains.has(job.language)) skip(`no compiler for ${job.language} on this host`);
    const { compile, runs } = await bench.judge(job);
    expect(runs).toEqual([]);
    expect(compile).toMatchObject({ kind: 'rejected', output: expect.stringMatching(words) });
  });

  it('a Java main may be inherited, and Python in another encoding that it names', async () => {
    const inherited = `class Base { public static void main(String[] a) { System.out.println(42); } }
class Between extends Base { long count = 1L; double half = 0.5; }
public class Main extends Between { String text = "text"; }`;
    expect(await bench.run({ language: 'java', source: inherited, entryPoint: 'Main' })).toMatchObject({
      verdict: 'AC',
    });
    const latin = Buffer.from('# coding: latin-1\n# caf\u00e9\nprint(42)\n', 'latin1');
    expect(await bench.run({ language: 'python3', source: { 'main.py': latin } })).toMatchObject({
      verdict: 'AC',
    });
  });

  for (const [language, rows] of Object.entries(cases)) {
    describe(language, () => {
      it.for(rows)('%s for %s', async ([verdict, , job], { skip }) => {
        if (!bench.toolchains.has(language)) skip(`no compiler for ${language} on this host`);
        const run = await bench.run({ language, ...job });
        expect(run).toMatchObject({ verdict });
        expect(run.reason).not.toBe('');
      });

      it('CE for sources that do not compile, with the compiler’s words', async ({ skip }) => {
        if (!bench.toolchains.has(language)) skip(`no compiler for ${language} on this host`);
        const { compile, runs } = await bench.judge({ language, source: syntaxErrors[language] ?? '' });
        expect(compile?.kind).toBe('rejected');
        expect(compile?.output).toMatch(/error/i);
        expect(runs).toEqual([]);
      });
    });
  }
});
