/** What a fuzz target is: inputs as data, and a check that holds for every one of them. */
import type * as fc from 'fast-check';

/** What must be there for a target to be tried; see `obstacleTo`. */
export type Need = 'nothing' | 'services' | 'sandbox' | 'compiler';

interface Described {
  readonly name: string;
  /** One line for `./sandglass fuzz list`: what is tried, and what must hold. */
  readonly summary: string;
  readonly needs: Need;
}

/** A target that is ready: servers are up, schemas are read. */
export interface Opened<Input> extends AsyncDisposable {
  /** Of values that JSON can hold: a found input is kept as a file. Bytes travel as Latin-1 text. */
  readonly inputs: fc.Arbitrary<Input>;
  /** @throws Error that says what is wrong */
  check(input: Input): void | Promise<void>;
}

/** A target in TypeScript, driven by fast-check. */
export interface PropertyTarget extends Described {
  readonly kind: 'property';
  open(): Promise<Opened<unknown>>;
}

/** A target in C++, driven by libFuzzer or, without clang, by blind mutation. */
export interface NativeTarget extends Described {
  readonly kind: 'native';
  /** Relative to the checkout: called as `script SECONDS SEED [--keep] --only NAME`. */
  readonly script: string;
  /** Relative to the checkout: where the inputs are that every run begins with. */
  readonly corpus: string | null;
}

export type Target = PropertyTarget | NativeTarget;

/** Forgets the type of the inputs, which only the target itself knows. */
export function propertyTarget<Input>(
  described: Described & { open(): Promise<Opened<Input>> },
): PropertyTarget {
  const { name, summary, needs } = described;
  return {
    kind: 'property',
    name,
    summary,
    needs,
    open: async () => {
      const opened = await described.open();
      return {
        inputs: opened.inputs,
        check: (input) => opened.check(input as Input),
        [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
      };
    },
  };
}

/** A target that has nothing to open or to close. */
export function plain<Input>(
  inputs: fc.Arbitrary<Input>,
  check: (input: Input) => void | Promise<void>,
): Opened<Input> {
  return { inputs, check, [Symbol.asyncDispose]: () => Promise.resolve() };
}
