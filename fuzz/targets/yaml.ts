import * as fc from 'fast-check';
import { PackageError } from '@sandglass/problem-package';
import { parseYaml } from '../../packages/problem-package/src/yaml-file.ts';
import { plain, propertyTarget } from '../lib/target.ts';

const token = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...'a b : \n - [ ] { } & * ! | > " \' # , ? % @ ` ~ \t'.split(' ')),
  },
  {
    weight: 8,
    arbitrary: fc.constantFrom(' ', '\n  ', ': ', '- ', '? ', '---\n', '...\n', '&a ', '*a', '<<: *a'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('0x1f', '1e999', '.nan', '-.inf', '2001-01-01', 'null', '!!binary ', '!!set '),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('__proto__', 'constructor', '\r', '\0', '\ufeff', '\u2028', '\ud800'),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('[', '{a: ', '- ', '? ', '"', ' '), fc.nat({ max: 400 }))
      .map(([text, times]) => text.repeat(times)),
  },
);

export const yaml = propertyTarget<string>({
  name: 'yaml',
  summary: 'any text as YAML of a package: plain values, or complaints of the catalogue',
  needs: 'nothing',
  open: () =>
    Promise.resolve(
      plain(
        fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join('')),
        (text) => {
          try {
            JSON.stringify(parseYaml(text, 'problem.yaml').value);
          } catch (error) {
            if (!(error instanceof PackageError) || error.issues.length === 0) throw error;
          }
        },
      ),
    ),
});
