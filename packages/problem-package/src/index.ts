export type * from './model.ts';
export type * from './opening.ts';
export { expandAnswers, type AnswerFile } from './answers.ts';
export { defaultBounds, defaultPackageLimits } from './bounds.ts';
export { substituteConstants } from './constants.ts';
export { PackageError, formatIssue } from './issue.ts';
export { issueCatalogue, type IssueCode } from './issue-catalogue.ts';
export { checkDemands, matchesTests, type DemandResult } from './expectation.ts';
export {
  generatedTest,
  generatorsFile,
  readGenerators,
  seedOf,
  type GeneratedTest,
  type GeneratorPlan,
  type GeneratorProgram,
} from './generators.ts';
export { hashTestCases, sha256File } from './hash.ts';
export { guessLanguageByExtension } from './languages.ts';
export { kindOf, nameInProgram } from './kind.ts';
export { openPackage } from './open.ts';
export { openSnapshot, snapshotOf } from './opened-package.ts';
export { unzipSafely } from './unzip.ts';
export { validatePackage } from './validate.ts';
export { readDefaultFlags, splitFlags, type DefaultValidatorFlags } from './validator-flags.ts';
export { writePackageZip } from './write.ts';
export { parseYaml } from './yaml-file.ts';
