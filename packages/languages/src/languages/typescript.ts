import type { LanguageDefinition } from '../definition.ts';
import { onNode, runOnNode } from './node.ts';

/**
 * Types are taken away, not checked: checking would need type declarations of Node that no Debian package brings.
 * It is done once, so that no test pays for it (30 ms). Needs Node 22.13, which the probe finds out.
 */
const strip = `
const fs = require('node:fs');
const path = require('node:path');
const { argv, exit } = require('node:process');
const { stripTypeScriptTypes } = require('node:module');
for (const name of argv.slice(1)) {
  let text;
  try {
    text = stripTypeScriptTypes(fs.readFileSync(name, 'utf8').replace(/^#!.*/, ''), { mode: 'transform' });
  } catch (error) {
    console.error(name + error.stack.split('\\n    at ')[0]);
    exit(1);
  }
  text = text.replace(/((?:from|import|require)\\s*[(]?\\s*['"][.]{1,2}[/][^'"]*[.])[cm]?ts(?=['"])/g, '$1js');
  const target = path.join('out', name.replace(/[.][^.]*$/, '.js'));
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}`;

export const typescript: LanguageDefinition = {
  id: 'typescript',
  name: 'TypeScript',
  extensions: ['ts', 'mts', 'cts'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'typescript',
  guess: {
    byExtension: true,
    sign: /\b(const|let|var|function) [\w(]+: ?(number|string|boolean|bigint)\b|^[ \t]*interface[ \t]+\w+[ \t]*\{/m,
    weight: 6,
  },
  ...onNode,
  probe: { file: 'probe.ts', text: 'const n: number = 0;\nconsole.log(n);\n' },
  compile: {
    argv: ['{compiler}', '--no-warnings', '-e', strip, '{sources}'],
    env: {},
    shown: 'node strip-types *.ts',
    result: { kind: 'tree', path: 'out' },
  },
  run: runOnNode('{program}/{entryStem}.js'),
};
