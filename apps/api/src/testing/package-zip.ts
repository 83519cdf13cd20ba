import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A small 2025-09 package: two samples, `secrets` secret tests, statement, one jury submission. */
export function packageFiles(name: string, secrets = 2): Record<string, string> {
  const files: Record<string, string> = {
    'problem.yaml': `problem_format_version: 2025-09\ntype: pass-fail\nname:\n  en: ${name}\nuuid: 6f0c3d3e-51a7-4b0e-9a58-0d5b7e1f2aff\nlicense: cc0\nrights_owner: us\nlimits:\n  time_limit: 1\n  code: 64\n`,
    'statement/problem.en.md': `Add two numbers.\n\n![glasses](glasses.svg)\n`,
    'statement/glasses.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'attachments/notes.txt': 'notes',
    'submissions/accepted/sum.c':
      '#include <stdio.h>\nint main(){int a,b;scanf("%d%d",&a,&b);printf("%d\\n",a+b);}\n',
    'input_validators/check.py': 'import sys\nsys.exit(42)\n',
  };
  for (let test = 1; test <= 2; test += 1) {
    files[`data/sample/${test}.in`] = `${test} ${test}\n`;
    files[`data/sample/${test}.ans`] = `${test * 2}\n`;
  }
  for (let test = 1; test <= secrets; test += 1) {
    files[`data/secret/${test}.in`] = `${test} 10\n`;
    files[`data/secret/${test}.ans`] = `${test + 10}\n`;
  }
  return files;
}

export async function zipOf(
  files: Readonly<Record<string, string>>,
  folder = 'package',
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files))
    zip.addBuffer(Buffer.from(text, encoding), folder === '' ? name : `${folder}/${name}`);
  zip.end();
  return Buffer.from(await buffer(zip.outputStream));
}
