/**
 * The catalogue of everything that can be wrong with a problem package.
 *
 * Each code has its severity, a message template (`{name}` is filled in) that says what is
 * wrong and what would be right, and is listed with its remedy in docs/problem-packages.md; a test keeps the two in
 * agreement.
 */
import type { Severity } from './model.ts';

interface CatalogueEntry {
  severity: Severity;
  message: string;
}

export const issueCatalogue = {
  // Archives and folders
  'package-not-found': {
    severity: 'error',
    message: 'There is no file or folder here that can be read: {reason}.',
  },
  'package-not-zip': {
    severity: 'error',
    message: 'The file is neither a folder nor a zip archive; a package is a folder, or a .zip of it.',
  },
  'archive-corrupt': { severity: 'error', message: 'The archive cannot be read: {reason}. Make it again.' },
  'archive-encrypted': {
    severity: 'error',
    message: 'The entry is encrypted; packages are archived without a password.',
  },
  'archive-method': {
    severity: 'error',
    message: 'Compression method {method} is not supported; use "stored" or "deflate".',
  },
  'archive-special-entry': {
    severity: 'error',
    message: 'The entry is a {kind}; an archive may hold regular files and directories only.',
  },
  'package-too-many-entries': {
    severity: 'error',
    message: 'The package has more than {limit} files and directories.',
  },
  'package-file-too-large': {
    severity: 'error',
    message: 'The file is larger than {limit} bytes unpacked.',
  },
  'package-too-large': {
    severity: 'error',
    message:
      'The files of the package are larger than {limit} bytes in total, unpacked; this is the one that exceeds it.',
  },
  'archive-ratio': {
    severity: 'error',
    message:
      'The data unpacks to more than {limit} times its packed size, as archive bombs do; store such a file with less compression, or generate it smaller.',
  },
  'path-traversal': {
    severity: 'error',
    message:
      'The name has a "{part}" segment; names stay below the package folder and are written in their plain form.',
  },
  'path-absolute': {
    severity: 'error',
    message: 'The name is absolute; names are relative to the package folder.',
  },
  'path-backslash': {
    severity: 'error',
    message: 'The name contains a backslash; directories are separated by "/".',
  },
  'path-control': {
    severity: 'error',
    message: 'The name contains a control character (byte 0x{byte}).',
  },
  'path-encoding': { severity: 'error', message: 'The name is not valid UTF-8.' },
  'path-too-long': {
    severity: 'error',
    message: 'The name is longer than 255 bytes in one part or 1024 bytes as a whole.',
  },
  'path-too-deep': {
    severity: 'error',
    message: 'The name has more than {limit} directories inside one another.',
  },
  'path-duplicate': {
    severity: 'error',
    message: 'The archive has two entries of this name; which one counts would be anyone’s guess.',
  },
  'path-file-and-folder': {
    severity: 'error',
    message: 'The name is used for a file and for a directory.',
  },
  'path-case': {
    severity: 'error',
    message:
      'The name differs from "{other}" only in upper and lower case; one would replace the other on many file systems. Rename one.',
  },
  'path-case-outside-data': {
    severity: 'warning',
    message:
      'The name differs from "{other}" only in upper and lower case; one would replace the other on many file systems.',
  },
  'path-ignored': {
    severity: 'warning',
    message:
      'The name is not one the format allows (letters, digits, ".", "_", "-"; not beginning with "." or "-"), so the file is ignored.',
  },
  'link-outside': {
    severity: 'error',
    message:
      'The symbolic link leads out of the package (or nowhere); links may only lead to files of the package.',
  },
  'link-loop': { severity: 'error', message: 'The symbolic link leads back to a directory it is in.' },
  'special-file': {
    severity: 'error',
    message: 'This is a {kind}; a package holds regular files and directories only.',
  },

  // Finding out what it is
  'problem-yaml-missing': {
    severity: 'error',
    message:
      'There is no problem.yaml in the package’s root (or in its single top directory); that file makes a folder a problem package.',
  },
  'format-unknown': {
    severity: 'error',
    message:
      'problem_format_version "{version}" is not one we read; it is "2025-09", "legacy" or "legacy-icpc" (or absent for legacy). A draft such as "2023-07-draft" is read as "2025-09".',
  },
  'format-draft': {
    severity: 'warning',
    message: 'problem_format_version "{version}" is a draft; it is read as "2025-09".',
  },
  'draft-key': {
    severity: 'warning',
    message: 'Key "{key}" is written as legacy or a draft of the format has it; it is read as {as}.',
  },
  'draft-key-gone': {
    severity: 'error',
    message: 'Key "{key}" is of legacy or a draft, and 2025-09 has none of that name: {instead}.',
  },
  'format-not-yet': {
    severity: 'error',
    message:
      'This is a {format} package, which is recognised but not read yet; convert it to the 2025-09 format.',
  },
  'short-name': {
    severity: 'warning',
    message:
      'The package name "{name}" has characters other than a–z and 0–9, which the format asks for; other systems may refuse it.',
  },

  // YAML and INI
  'text-encoding': {
    severity: 'error',
    message: 'The file is not UTF-8 ({found}); save it as UTF-8 without a byte-order mark.',
  },
  'text-bom': {
    severity: 'warning',
    message:
      'The file begins with a byte-order mark, which the format forbids; save it as UTF-8 without BOM.',
  },
  'yaml-too-large': { severity: 'error', message: 'The file is larger than {limit} bytes.' },
  'yaml-syntax': { severity: 'error', message: 'YAML cannot be read: {reason}.' },
  'yaml-aliases': {
    severity: 'error',
    message: 'YAML anchors and aliases are not accepted here; write the value out.',
  },
  'yaml-value': { severity: 'error', message: '{key}: {reason}.' },
  'yaml-unknown-key': {
    severity: 'error',
    message: 'Key "{key}" is not one of the format’s; look for a typing error, or remove it.',
  },
  'yaml-unknown-key-legacy': {
    severity: 'warning',
    message: 'Key "{key}" is not one of the format’s and is ignored.',
  },
  'ini-line': {
    severity: 'warning',
    message: 'The line is not of the form key = value and is ignored: {text}',
  },

  // Metadata
  'name-missing': { severity: 'warning', message: 'The problem has no name; "{name}" is shown instead.' },
  'name-languages': {
    severity: 'warning',
    message: 'Names are given for {names}, statements for {statements}; the format wants the same languages.',
  },
  'uuid-missing': {
    severity: 'warning',
    message:
      'problem.yaml has no uuid, which the format requires; without it a later version of the package cannot be recognised as the same problem.',
  },
  'type-conflict': { severity: 'error', message: 'The types {first} and {second} exclude each other.' },
  'time-limit-invalid': {
    severity: 'error',
    message:
      'The time limit is "{value}"; it must be a number of seconds greater than 0 and at most {limit}.',
  },
  'time-limit-missing': {
    severity: 'warning',
    message: 'The package states no time limit; {seconds} s is assumed. Set limits.time_limit.',
  },
  'time-limit-conflict': {
    severity: 'warning',
    message: '{file} says {value} s, {winner} says {winning} s; the latter counts.',
  },
  'rights-owner': { severity: 'warning', message: '{reason}.' },

  // Statements and programs
  'statement-missing': {
    severity: 'warning',
    message: 'There is no statement; put problem.<language>.md, .tex, .html or .pdf into {folder}/.',
  },
  'statement-name': {
    severity: 'warning',
    message:
      'The file looks like a statement but is not named problem.<language>.<md|tex|html|pdf>; it is not shown.',
  },
  'folder-other-format': {
    severity: 'warning',
    message:
      'The {format} format calls this folder {right}/; it is read all the same, but other systems may not.',
  },
  'file-other-format': {
    severity: 'warning',
    message:
      'The {format} format calls this file {right}; it is read all the same, but other systems may not.',
  },
  'validator-missing': {
    severity: 'error',
    message: 'problem.yaml asks for a custom output validator, but {folder}/ has none.',
  },
  'validator-several': {
    severity: 'error',
    message: 'There is more than one output validator ({names}); only one is supported.',
  },
  'validator-unused': {
    severity: 'warning',
    message:
      'There is an output validator, but problem.yaml says "validation: default"; it is not used. Say "validation: custom".',
  },
  'validator-needed': {
    severity: 'error',
    message: 'A problem of type {type} needs a custom output validator in {folder}/.',
  },
  'validator-language': {
    severity: 'error',
    message:
      'The language of the output validator cannot be determined from its files ({files}), and there is no build or run script; use C, C++ or Python 3, or add one.',
  },
  'validator-flags': { severity: 'error', message: 'Arguments of the default output validator: {reason}.' },
  'input-validator-missing': {
    severity: 'warning',
    message: 'There is no input validator; nothing checks the test data.',
  },
  'program-duplicate': {
    severity: 'error',
    message: 'There are two programs named "{name}" here; names must differ.',
  },

  // Generators
  'generators-missing': {
    severity: 'error',
    message: 'There is no such file; it says which test case is made by which command.',
  },
  'generator-test': { severity: 'error', message: '{test} cannot be made: {reason}.' },
  'generator-unknown': {
    severity: 'error',
    message:
      '{test} is to be made by "{name}", which is no program of the package; name a file or folder below generators/, or below submissions/ for the solution.',
  },

  // Test data
  'test-data-missing': {
    severity: 'error',
    message: 'There is no secret test case; put at least one pair NAME.in and NAME.ans into data/secret/.',
  },
  'answer-missing': { severity: 'error', message: 'The input has no answer file; {expected} is missing.' },
  'answer-orphan': { severity: 'error', message: 'The answer file has no input; {expected} is missing.' },
  'test-file-orphan': {
    severity: 'warning',
    message: 'The file belongs to no test case: {expected} is missing. It is ignored.',
  },
  'test-data-mixed': {
    severity: 'warning',
    message:
      'data/secret holds test cases and groups; the format wants one or the other. They are judged in order of name.',
  },
  'sample-group': {
    severity: 'warning',
    message: 'data/sample must not have groups; these test cases are judged as samples all the same.',
  },
  'test-name-clash': {
    severity: 'error',
    message: 'There is a directory of the same name as test case {name}; rename one.',
  },
  'test-name-reserved': {
    severity: 'error',
    message: 'A test case may not be named {name}: {name}.yaml configures the whole group.',
  },
  'sample-display': { severity: 'error', message: '{reason}.' },
  'test-args-file': {
    severity: 'error',
    message:
      'A file .args is of a draft and is not read: arguments of a test case are in {expected}, as "args: [first, second]".',
  },
  'image-several': {
    severity: 'warning',
    message: 'There is more than one picture of test case {name}; {used} is used.',
  },
  'data-crlf': {
    severity: 'warning',
    message:
      'The file has Windows line ends (CR LF, first in line {line}); programs that read characters will stumble. Convert it to LF.',
  },
  'data-bom': {
    severity: 'warning',
    message: 'The file begins with a byte-order mark; programs will stumble over it.',
  },
  'data-final-newline': { severity: 'warning', message: 'The last line does not end with a newline.' },
  'data-large': {
    severity: 'warning',
    message: 'The file has {bytes} bytes; the format recommends at most 100 MiB.',
  },
  'output-limit-low': {
    severity: 'error',
    message:
      'The answer has {bytes} bytes, more than the output limit of {limit} MiB: no right output could pass. Raise limits.output.',
  },

  // Jury submissions
  'accepted-missing': {
    severity: 'warning',
    message:
      'There is no accepted jury submission; nothing shows that the problem can be solved within its limits.',
  },
  'submission-place': {
    severity: 'warning',
    message: 'The file is not in a folder below submissions/ (accepted/, wrong_answer/, …); it is ignored.',
  },
  'submission-folder': {
    severity: 'warning',
    message:
      'Folder "{folder}" says nothing of the expected verdict and {what} has no @EXPECTED_RESULTS@ tag and no entry in submissions.yaml; any verdict will do.',
  },
  'submission-language': {
    severity: 'warning',
    message:
      'The language of the submission cannot be determined from its files ({files}); it will not be judged. Name it in submissions.yaml.',
  },
  'entry-points': {
    severity: 'warning',
    message: 'The entry points of the submissions are not read: {reason}.',
  },
  'expected-results-unknown': {
    severity: 'warning',
    message:
      '@EXPECTED_RESULTS@ names "{name}", which is no verdict we know (accepted, wrong_answer, time_limit_exceeded, run_time_error, memory_limit_exceeded, output_limit_exceeded, compile_error, no_output, or their ids).',
  },
  'expected-results-folder': {
    severity: 'warning',
    message:
      '@EXPECTED_RESULTS@ says {tag}, the folder "{folder}" says {expected}; the folder counts. Put it into mixed/ or rejected/.',
  },
  'submissions-yaml-unmatched': {
    severity: 'warning',
    message: 'Pattern "{pattern}" matches no submission.',
  },
  'submissions-yaml-impossible': {
    severity: 'error',
    message: 'The demands on the verdicts exclude each other: no run could satisfy them all.',
  },
  'constants-too-large': {
    severity: 'error',
    message:
      'With the constants of problem.yaml filled in, the file is larger than {limit} bytes. Most of it is {key}: shorten the value, or use it less often.',
  },
  'constant-unknown': {
    severity: 'warning',
    message: '"{name}" is not one of the problem’s constants and stays as it is.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type IssueCode = keyof typeof issueCatalogue;
