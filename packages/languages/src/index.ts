export { languages, findLanguage, languageById } from './catalogue.ts';
export {
  compileCommand,
  outOfMemoryMark,
  runCommand,
  sandboxPaths,
  usualPrograms,
  type CompileCommand,
  type RunCommand,
} from './command.ts';
export {
  languageDefinitionSchema,
  type LanguageDefinition,
  type ProgramSearch,
  type SourceFile,
  type ToolPaths,
} from './definition.ts';
export { describeLanguage } from './describe.ts';
export { resolveEntryPoint } from './entry-point.ts';
export { LanguageError, languageErrorCatalogue, type LanguageErrorCode } from './errors.ts';
export { hasExtension } from './file-name.ts';
export { guessLanguage, guessLanguageOfText } from './guess.ts';
export { readJavaSource, type JavaFacts } from './java-source.ts';
export { placeFiles, type PlacedFile } from './sources.ts';
