/** What a class file says of itself, as far as starting it depends on it (The Java Virtual Machine Specification, chapter 4). */

export interface Method {
  readonly name: string;
  /** `([Ljava/lang/String;)V` */
  readonly descriptor: string;
  readonly isPublic: boolean;
  readonly isPrivate: boolean;
  readonly isStatic: boolean;
}

export interface ClassFile {
  /** 61 is Java 17, 69 Java 25. */
  readonly major: number;
  /** An abstract class or an interface: there is no instance of it. */
  readonly isAbstract: boolean;
  readonly isInterface: boolean;
  /** `java/lang/Object`; null for that class itself. */
  readonly superClass: string | null;
  readonly interfaces: readonly string[];
  readonly methods: readonly Method[];
}

/** @throws RangeError for what is no class file of a known form */
export function readClass(data: Buffer): ClassFile {
  let at = 6;
  const u2 = (): number => data.readUInt16BE((at += 2) - 2);
  const u4 = (): number => data.readUInt32BE((at += 4) - 4);
  if (data.readUInt32BE(0) !== 0xcafebabe) throw new RangeError('no class file');
  const major = u2();
  const texts = new Map<number, string>();
  const classes = new Map<number, number>();
  const constants = u2();
  for (let index = 1; index < constants; index += 1) {
    const tag = data.readUInt8(at);
    at += 1;
    if (tag === 1) {
      const length = u2();
      texts.set(index, data.toString('utf8', at, at + length));
      at += length;
    } else if (tag === 7) classes.set(index, u2());
    else {
      const bytes = constantBytes[tag];
      if (bytes === undefined) throw new RangeError('a constant of an unknown kind');
      at += bytes;
      // Long and double take two places (4.4.5).
      if (tag === 5 || tag === 6) index += 1;
    }
  }
  const className = (): string | null => texts.get(classes.get(u2()) ?? 0) ?? null;
  const access = u2();
  className();
  const superClass = className();
  const interfaces = Array.from({ length: u2() }, () => className() ?? '');
  const members = (): Method[] =>
    Array.from({ length: u2() }, () => {
      const flags = u2();
      const member = {
        name: texts.get(u2()) ?? '',
        descriptor: texts.get(u2()) ?? '',
        isPublic: (flags & 0x1) !== 0,
        isPrivate: (flags & 0x2) !== 0,
        isStatic: (flags & 0x8) !== 0,
      };
      for (let left = u2(); left > 0; left -= 1) {
        at += 2;
        const length = u4();
        at += length;
      }
      return member;
    });
  members();
  const isInterface = (access & 0x200) !== 0;
  return {
    major,
    isAbstract: (access & 0x400) !== 0,
    isInterface,
    superClass,
    interfaces,
    methods: members(),
  };
}

/** Of a constant after its tag, where that does not depend on the content (table 4.4-B). */
const constantBytes: Readonly<Record<number, number>> = {
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  8: 2,
  9: 4,
  10: 4,
  11: 4,
  12: 4,
  15: 3,
  16: 2,
  17: 4,
  18: 4,
  19: 2,
  20: 2,
};
