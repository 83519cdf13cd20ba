/**
 * What a problem package says, in any format.
 *
 * One model for ICPC legacy, 2025-09 and (later) Polygon: readers of the formats write it,
 * everybody else only reads it. All paths are relative to the package's root with `/`
 * as separator (`data/secret/01.in`); `OpenedPackage.resolve` makes them absolute.
 */
import type { Verdict } from '@sandglass/contracts';
import type { ProblemLimitValues } from '@sandglass/domain';

/** Formats the model has a place for. `polygon` is recognised but not read yet. */
export type PackageFormat = 'legacy' | '2025-09' | 'polygon';

/** A problem may have several of these at once; `passFail` and `scoring` exclude each other. */
export interface ProblemType {
  passFail: boolean;
  scoring: boolean;
  interactive: boolean;
  multiPass: boolean;
  submitAnswer: boolean;
}

export type TimeLimitSource =
  | 'problem.yaml'
  | 'domjudge-problem.ini'
  | '.timelimit'
  /** Nobody states a limit: `timeLimitMs` is the reader's default, and an issue says so. */
  | 'assumed';

/** What the package leaves open is filled from `OpenOptions.limits`. */
export interface ProblemLimits extends ProblemLimitValues {
  readonly timeLimitSource: TimeLimitSource;
  /** Slowest accepted submission × this ≤ time limit. */
  readonly acToTimeLimit: number;
  /** Time limit × this ≤ fastest time-limit-exceeded submission. */
  readonly timeLimitToTle: number;
  /** Passes a multi-pass problem may take at most. */
  readonly validationPasses: number;
}

/** A program inside the package: one file, or one directory with several. */
export interface PackageProgram {
  /** Base name of the file or directory. */
  name: string;
  /** The file, or the directory. */
  path: string;
  /** Every file of it, in byte order. */
  files: string[];
  /** Language id guessed from the extensions (`cpp`, `python3`, …); null when there is none or more than one. */
  language: string | null;
  /** A `build` script is among the files. */
  hasBuildScript: boolean;
  /** A `run` script is among the files. */
  hasRunScript: boolean;
}

export type OutputValidator =
  | {
      kind: 'default';
      /** Problem-wide arguments; test cases carry their own, complete list. */ flags: string[];
    }
  | {
      kind: 'custom';
      interactive: boolean;
      /** Folder that holds the program: `output_validator`, or `output_validators/NAME`. */
      directory: string;
      language: string | null;
      files: string[];
      hasBuildScript: boolean;
      hasRunScript: boolean;
      flags: string[];
    };

export type StatementFormat = 'pdf' | 'markdown' | 'html' | 'tex';

export interface Statement {
  /** Language code as in the file name: `en`, `pt-BR`. */
  language: string;
  format: StatementFormat;
  path: string;
  /** Other files beside the statement that it may refer to (pictures). */
  resources: string[];
}

export interface Attachment {
  /** Path below `attachments/`. */
  name: string;
  path: string;
  sizeBytes: number;
}

/** Files to show or hand out for a sample, where they differ from what is judged. */
export interface SampleDisplay {
  /** Shown in the statement. */
  inputPath: string | null;
  answerPath: string | null;
  /** An interaction log (`<` and `>` lines) shown instead of both. */
  interactionPath: string | null;
  /** Offered for download. */
  downloadInputPath: string | null;
  downloadAnswerPath: string | null;
}

export interface TestCase {
  /** `sample/1`, `secret/huge/03`: the path below `data/` without extension. */
  name: string;
  /** `sample`, `secret`, `secret/huge`. */
  group: string;
  isSample: boolean;
  inputPath: string;
  answerPath: string;
  inputBytes: number;
  answerBytes: number;
  /** Present after `openPackage(…, { hash: true })` or `hashTestCases`. Lower-case hexadecimal. */
  inputSha256?: string;
  answerSha256?: string;
  /** Command-line arguments of the submission. */
  args: string[];
  /** Arguments of the output validator for this test case, complete: nothing need be added. */
  validatorFlags: string[];
  /** One list for every input validator, or one per validator (by name; others get none). */
  inputValidatorFlags: string[] | Record<string, string[]>;
  /** Files the submission finds in its working directory: contents of `NAME.files/`. */
  files: string[];
  description: string | null;
  hint: string | null;
  imagePath: string | null;
  /** Present for samples only. */
  display: SampleDisplay | null;
  /** Output and answer may be shown to a team that failed it. */
  fullFeedback: boolean;
}

/** Data for testing the validators themselves (2025-09). Never judged. */
export interface ValidatorTest {
  kind: 'invalid_input' | 'invalid_output' | 'valid_output';
  name: string;
  inputPath: string;
  answerPath: string | null;
  outputPath: string | null;
  /** One list for every input validator, or one per validator (by name; others get none). */
  inputValidatorFlags: string[] | Record<string, string[]>;
  validatorFlags: string[];
}

/**
 * A demand on the verdicts of single test cases (refinements written out). `tests` null means all of them; otherwise a
 * pattern below `data/` (`secret/huge`, `secret/*-easy`), matched by `matchesTests`.
 */
export interface TestDemand {
  tests: string | null;
  /** Every test case has one of these. */
  permitted: Verdict[] | null;
  /** At least one test case has one of these. */
  required: Verdict[] | null;
  /** Must occur in the judge message of at least one test case. */
  message: string | null;
}

export type ExpectationSource = 'folder' | '@EXPECTED_RESULTS@' | 'submissions.yaml' | 'none';

export interface JurySubmission {
  /** File or directory: `submissions/accepted/ada.cpp`. */
  path: string;
  /** Folder below `submissions/`. */
  folder: string;
  files: string[];
  language: string | null;
  /** Main class or file, when submissions.yaml names one. */
  entryPoint: string | null;
  /**
   * Final verdicts that are right. Empty = anything goes. One of the formats' four (AC, WA, TLE,
   * RTE) includes its refinements (`matchesExpected` of the domain package); MLE, WTL,
   * OLE … are exact.
   */
  expected: Verdict[];
  source: ExpectationSource;
  /** What submissions.yaml demands of single test cases; checking it takes a run of all of them. */
  demands: TestDemand[];
  authors: string[];
  isModelSolution: boolean;
}

/** Files added to every submission of a language, or of all (`default`). */
export interface IncludedFiles {
  language: string;
  files: string[];
}

export interface ProblemSource {
  name: string;
  url: string | null;
}

export interface ProblemPackage {
  format: PackageFormat;
  /** Folder or archive name: `a-plus-b`. */
  shortName: string;
  uuid: string | null;
  version: string | null;
  /** Language code → name. Never empty. */
  names: Record<string, string>;
  type: ProblemType;
  limits: ProblemLimits;
  validator: OutputValidator;
  inputValidators: PackageProgram[];
  staticValidator: PackageProgram | null;
  statements: Statement[];
  attachments: Attachment[];
  /** In the judging order: samples first, then secret, each level in byte order of names. */
  testCases: TestCase[];
  validatorTests: ValidatorTest[];
  submissions: JurySubmission[];
  includes: IncludedFiles[];
  /** Values of `{{name}}`; already replaced in what `OpenedPackage.read` returns. */
  constants: Record<string, string>;
  /** Language ids a contestant may use; null = all. */
  allowedLanguages: string[] | null;
  allowFileWriting: boolean;
  keywords: string[];
  authors: string[];
  sources: ProblemSource[];
  license: string;
  rightsOwner: string | null;
  /** `#rrggbb` or a colour name, from domjudge-problem.ini. */
  color: string | null;
}

export interface Position {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
}

export type Severity = 'error' | 'warning';

/** One thing wrong with a package. `error`: the package cannot be used as it is. */
export interface Issue {
  severity: Severity;
  /** A code of the catalogue in errors.ts. */
  code: string;
  /** Path in the package, or the name of an archive's entry; '' for the package as a whole. */
  file: string;
  position?: Position;
  /** What is wrong and what would be right, in one or two sentences. */
  message: string;
}
