/** One word after `./sandglass`. */
export interface Command {
  readonly name: string;
  /** One line for `./sandglass help`. */
  readonly summary: string;
  /** The whole help text of `./sandglass help NAME`. */
  readonly usage: string;
  /**
   * @param argv the words after the command's name
   * @returns the exit status: 0 done, 1 our own failure or a mismatch, 2 the words were wrong
   */
  run(argv: readonly string[]): Promise<number>;
}

/** Thrown by a command whose words are wrong: shown with the usage, exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
