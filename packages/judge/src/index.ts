/** Judges a source against tests with one slot of the sandbox: no queue, no database, no HTTP. */
export { compileProgram, programIn } from './compile.ts';
export type { CompileRequest, CompileResult, ProgramRequest } from './compiler-run.ts';
export { JudgeError, judgeErrors, JudgingCancelled, messageOf, type JudgeErrorCode } from './errors.ts';
export { generateFile, generatorLimits, type GeneratedFile, type GenerateRequest } from './generate.ts';
export { checkImage, imageManifestSchema, manifestName, readManifest, type ImageManifest } from './image.ts';
export { surveyImage, surveyInSlot, type ImageSurvey } from './image-toolchains.ts';
export { withIncluded } from './included.ts';
export {
  judgeSubmission,
  type Compiled,
  type JudgeEvent,
  type JudgeStep,
  type SubmissionToJudge,
  type TestSource,
} from './judge-submission.ts';
export type { MadeProgram, MakeProgram } from './made-program.ts';
export { measurementOf } from './measurement.ts';
export { packProgram, unpackProgram } from './program-archive.ts';
export type { Program, SourceFile, Toolchain } from './program.ts';
export { runTest } from './run-test.ts';
export type { RunTestOptions, TestFiles, TestRequest } from './test-request.ts';
export {
  companionOptions,
  onImage,
  slotOptionsOf,
  type Placement,
  type SlotSettings,
} from './slot-options.ts';
export {
  validateOutput,
  type ValidationRequest,
  type ValidationResult,
  type Validator,
} from './validation.ts';
export { tryLanguage, tryOnce, type Trial } from './try-language.ts';
export { ValidatorCache, type ValidatorRequest } from './validator-cache.ts';
export { WorkFolder } from './work-folder.ts';
