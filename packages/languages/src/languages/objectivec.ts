import type { LanguageDefinition } from '../definition.ts';

/** With GNUstep's Foundation, without which the language has neither strings nor collections. GCC knows no `@autoreleasepool`. */
export const objectivec: LanguageDefinition = {
  id: 'objectivec',
  name: 'Objective-C',
  extensions: ['m'],
  companionExtensions: ['h'],
  entryPoint: 'none',
  editorMode: 'objectivec',
  guess: {
    byExtension: true,
    sign: /^[ \t]*(#import[ \t]|@(interface|implementation|autoreleasepool)\b)/m,
    weight: 11,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/gcc', '/usr/local/bin/gcc'], names: ['gcc'] },
    runtime: null,
  },
  packages: ['gobjc', 'libgnustep-base-dev'],
  version: { of: 'compiler', arguments: ['--version'] },
  // Every gcc prints a version; the compiler proper and the library are packages of their own.
  probe: {
    file: 'probe.m',
    text: '#import <Foundation/Foundation.h>\nint main(void) { NSLog(@"%d", 1); return 0; }\n',
  },
  hostPaths: ['/etc/GNUstep'],
  prepare: null,
  compile: {
    argv: [
      '{compiler}',
      '-x',
      'objective-c',
      '-std=gnu17',
      '-O2',
      '-w',
      '-pipe',
      '-fobjc-exceptions',
      '-D_NATIVE_OBJC_EXCEPTIONS',
      '-fconstant-string-class=NSConstantString',
      '-I/usr/include/GNUstep',
      '-o',
      'program',
      '{sources}',
      '-lgnustep-base',
      '-lobjc',
      '-lm',
    ],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  // Of Foundation and what it is linked with.
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 32, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: [],
};
