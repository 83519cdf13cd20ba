import { describe, expect, it } from 'vitest';
import { readClass } from './class-file.ts';
import { whyNotStarted } from './entry-class.ts';

interface ClassText {
  readonly major?: number;
  readonly access?: number;
  readonly extends?: string;
  readonly implements?: readonly string[];
  /** `name descriptor` → access flags. */
  readonly methods?: Readonly<Record<string, number>>;
}

const [isPublic, isPrivate, isStatic, isInterface, isAbstract] = [0x1, 0x2, 0x8, 0x200, 0x400];
const args = 'main ([Ljava/lang/String;)V';
const plain = 'main ()V';
const constructor = '<init> ()V';

/** A class file as javac writes it, with a constant of each size before the names. */
function classFile(name: string, text: ClassText): Buffer {
  const pool: Buffer[] = [Buffer.from([5, 0, 0, 0, 0, 0, 0, 0, 1]), Buffer.from([3, 0, 0, 0, 7])];
  // The long one takes two places.
  const add = (constant: Buffer): number => pool.push(constant) + 1;
  const u2 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
  const utf8 = (value: string): Buffer =>
    u2(add(Buffer.concat([Buffer.from([1]), u2(value.length), Buffer.from(value)])));
  const classOf = (value: string): Buffer => u2(add(Buffer.concat([Buffer.from([7]), utf8(value)])));
  const body = [
    u2(text.access ?? 0x21),
    classOf(name),
    classOf(text.extends ?? 'java/lang/Object'),
    u2(text.implements?.length ?? 0),
    ...(text.implements ?? []).map(classOf),
    // One field with an attribute of three bytes.
    u2(1),
    u2(0),
    utf8('main'),
    utf8('I'),
    u2(1),
    utf8('Deprecated'),
    Buffer.from([0, 0, 0, 3, 1, 2, 3]),
    u2(Object.keys(text.methods ?? {}).length),
    ...Object.entries(text.methods ?? {}).flatMap(([method, flags]) => [
      u2(flags),
      ...method.split(' ').map(utf8),
      u2(0),
    ]),
  ];
  const head = [Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0]), u2(text.major ?? 61), u2(pool.length + 2)];
  return Buffer.concat([...head, ...pool, ...body]);
}

async function why(classes: Readonly<Record<string, ClassText>>, entry = 'Main'): Promise<string | null> {
  return await whyNotStarted(entry, (name) => {
    const text = classes[name];
    return Promise.resolve(text === undefined ? null : readClass(classFile(name, text)));
  });
}

const main = { [args]: isPublic | isStatic };
const java25 = { major: 69 };

describe('a class to start', () => {
  it.each<[string, Readonly<Record<string, ClassText>>]>([
    ['with the main that every Java starts', { Main: { methods: main } }],
    ['that is an interface', { Main: { access: isInterface | isAbstract, methods: main } }],
    ['that inherits it', { Main: { extends: 'a/Base' }, 'a/Base': { methods: main } }],
    ['whose class above is not there', { Main: { extends: 'java/lang/Thread' } }],
    [
      'of Java 25 with a main of an instance',
      { Main: { ...java25, methods: { [plain]: 0, [constructor]: 0 } } },
    ],
    [
      'of Java 25 that inherits it of an interface',
      {
        Main: { ...java25, implements: ['Runs'], methods: { [constructor]: isPublic } },
        Runs: { ...java25, access: isInterface | isAbstract, methods: { [plain]: isPublic } },
      },
    ],
    [
      'of Java 25 with a static main without arguments',
      { Main: { ...java25, methods: { [plain]: isStatic } } },
    ],
  ])('%s is started', async (_, classes) => {
    expect(await why(classes)).toBeNull();
  });

  it.each<[string, Readonly<Record<string, ClassText>>, RegExp]>([
    ['that is not there', {}, /^There is no class "Main"/],
    ['without main', { Main: {} }, /has no method main: .* Java 17 starts "public static void main/],
    ['with a main of an instance', { Main: { methods: { [args]: isPublic } } }, /No method main .* Java 17/],
    [
      'with a main without arguments',
      { Main: { methods: { [plain]: isPublic | isStatic } } },
      /No method main/,
    ],
    ['with a main that is not public', { Main: { methods: { [args]: isStatic } } }, /No method main/],
    ['with a main that gives a number', { Main: { methods: { 'main ()I': 9 } } }, /No method main/],
    [
      'whose interface has a static main, which is not inherited',
      { Main: { ...java25, implements: ['Runs'] }, Runs: { ...java25, access: isInterface, methods: main } },
      /has no method main/,
    ],
    [
      'of Java 25 with a private main',
      { Main: { ...java25, methods: { [args]: isPrivate | isStatic } } },
      /Java 25 starts a main that is not private/,
    ],
    [
      'of Java 25 that is abstract',
      { Main: { ...java25, access: isAbstract, methods: { [plain]: 0, [constructor]: 0 } } },
      /no object of the class can be made/,
    ],
    [
      'of Java 25 whose constructor takes something',
      { Main: { ...java25, methods: { [plain]: 0, '<init> (I)V': 0 } } },
      /no object of the class can be made/,
    ],
    [
      'whose classes above go round',
      { Main: { extends: 'A' }, A: { extends: 'Main' } },
      /has no method main/,
    ],
  ])('%s is a compile error', async (_, classes, words) => {
    expect(await why(classes)).toMatch(words);
  });
});

describe('a class file', () => {
  it('that is none, or ends early, is refused', () => {
    const whole = classFile('Main', { methods: main });
    expect(readClass(whole)).toMatchObject({ major: 61, superClass: 'java/lang/Object', isAbstract: false });
    for (let length = 0; length < whole.length; length += 1)
      expect(() => readClass(whole.subarray(0, length))).toThrow(RangeError);
  });
});
