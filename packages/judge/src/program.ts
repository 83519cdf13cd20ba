import type { LanguageDefinition, ToolPaths } from '@sandglass/languages';

/** A source file as it was sent. */
export interface SourceFile {
  readonly name: string;
  readonly data: Uint8Array;
  /** The package adds it to every submission: it is no candidate for the entry point, unless it is a driver. */
  readonly included?: boolean | undefined;
}

/** What a host has for a language, as `detectToolchains` of `@sandglass/languages/detect` finds it. */
export interface Toolchain {
  readonly language: string;
  readonly programs: ToolPaths;
}

/** A compiled program, ready to be run any number of times. */
export interface Program {
  readonly language: LanguageDefinition;
  readonly tools: ToolPaths;
  /** Host folder that runs see read-only at /program. */
  readonly directory: string;
  /** Main class or main file; null where the language has none. */
  readonly entryPoint: string | null;
}
