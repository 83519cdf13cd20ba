import { Tree } from '../../packages/host-health/src/tree.ts';

/** Names of all files that a reader of a host looks for: each folder has all of them. */
const names = ['1', 'cpu0', 'node0', 'hwmon0', 'thermal_zone0', 'temp1_input', 'index3', 'topology'];

/** A host whose every file holds the same text. */
class HostOfText extends Tree {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  text(): Promise<string> {
    return Promise.resolve(this.#text);
  }

  head(): string {
    return this.#text.slice(0, 256);
  }

  whole(): string {
    return this.#text;
  }

  listing(folder: string): Promise<string[]> {
    return Promise.resolve(this.entries(folder));
  }

  entries(folder: string): string[] {
    return folder.split('/').length > 8 ? [] : names;
  }

  room(): Promise<null> {
    return Promise.resolve(null);
  }
}

export function hostOfText(text: string): Tree {
  return new HostOfText(text);
}
