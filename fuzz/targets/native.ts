import type { NativeTarget } from '../lib/target.ts';

const sandbox = { kind: 'native', script: 'native/sandbox/check/fuzz.sh' } as const;

export const nativeTargets: readonly NativeTarget[] = [
  {
    ...sandbox,
    name: 'decode',
    summary: 'requests to the sandbox, decoded: refused, or bounded and whole',
    needs: 'compiler',
    corpus: 'native/sandbox/check/corpus/decode',
  },
  {
    ...sandbox,
    name: 'kernel-text',
    summary: 'small files of the kernel as the sandbox reads them: nothing outside the text is read',
    needs: 'compiler',
    corpus: 'native/sandbox/check/corpus/kernel-text',
  },
  {
    ...sandbox,
    name: 'talk',
    summary: 'nonsense to a real broker and its supervisors: none dies, nothing is left behind',
    needs: 'sandbox',
    corpus: null,
  },
  {
    kind: 'native',
    script: 'native/validator/check/fuzz.sh',
    name: 'validator',
    summary: 'any output, answer and flags in the default validator: a verdict, and the same one twice',
    needs: 'compiler',
    corpus: 'native/validator/check/corpus/validator',
  },
];
