/** A setting that a line of the history changed, as it is shown. */
export interface Change {
  readonly name: string;
  readonly from: Value;
  /** `→`: one became the other. `–`: from one to the other. */
  readonly sign: '→' | '–';
  readonly to: Value;
}
export type Value = { readonly at: string } | { readonly words: string };
