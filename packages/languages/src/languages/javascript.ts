import type { LanguageDefinition } from '../definition.ts';
import { onNode, runOnNode } from './node.ts';

/** Parses each file as what Node would take it for, a CommonJS module or else an ES module, and runs nothing. */
const check = `
const { readFileSync } = require('node:fs');
const { wrap } = require('node:module');
const vm = require('node:vm');
const { argv, exit } = require('node:process');
for (const filename of argv.slice(1)) {
  const text = readFileSync(filename, 'utf8').replace(/^#!.*/, '');
  let wrong;
  if (!filename.endsWith('.mjs')) {
    try { new vm.Script(wrap(text), { filename, columnOffset: -wrap('').indexOf('\\n') }); continue; } catch (error) { wrong = error; }
  }
  if (!filename.endsWith('.cjs')) {
    try { new vm.SourceTextModule(text, { identifier: filename }); continue; } catch (error) {
      if (wrong === undefined || /\\b(import|export|await)\\b/.test(wrong.message)) wrong = error;
    }
  }
  console.error(wrong.stack.split('\\n    at ')[0]);
  exit(1);
}`;

export const javascript: LanguageDefinition = {
  id: 'javascript',
  name: 'JavaScript',
  extensions: ['js', 'mjs', 'cjs'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'javascript',
  guess: {
    byExtension: true,
    sign: /\brequire ?\( ?['"]|\bconsole\.log ?\(|^[ \t]*import[ \t][^\n]*[ }]from[ \t]+['"]/m,
    weight: 5,
  },
  ...onNode,
  probe: null,
  compile: {
    argv: ['{compiler}', '--no-warnings', '--experimental-vm-modules', '-e', check, '{sources}'],
    env: {},
    shown: 'node --check *.js',
    result: { kind: 'sources' },
  },
  run: runOnNode('{program}/{entry}'),
};
