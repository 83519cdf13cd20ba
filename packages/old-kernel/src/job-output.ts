import { StringDecoder } from 'node:string_decoder';

/**
 * Reads the job's serial line: the text between the begin and the end marker is the job's output. The markers
 * carry a random word made for this boot, so that nothing a job prints by accident can end it.
 */
export class JobOutput {
  #rest = '';
  #begun = false;
  #lines: string[] = [];
  #status: number | undefined;
  readonly #decoder = new StringDecoder('utf8');
  readonly #nonce: string;
  readonly #onLine: ((line: string) => void) | undefined;

  constructor(nonce: string, onLine?: (line: string) => void) {
    this.#nonce = nonce;
    this.#onLine = onLine;
  }

  /** The guest is up and the job has its turn. */
  get begun(): boolean {
    return this.#begun;
  }

  /** The job's exit status, once its end was seen. */
  get status(): number | undefined {
    return this.#status;
  }

  /** All whole lines so far; the newline before the end marker is not the job's. */
  get text(): string {
    return this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`;
  }

  push(bytes: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.write(bytes)).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
  }

  #take(line: string): void {
    if (this.#status !== undefined) return;
    if (!this.#begun) {
      this.#begun = line.endsWith(`sandglass-begin ${this.#nonce}`);
      return;
    }
    const end = `sandglass-end ${this.#nonce} `;
    if (line.startsWith(end)) {
      this.#status = Number(line.slice(end.length));
      // The newline that made sure of the marker's own line: an empty last line unless the job left one open.
      if (this.#lines.at(-1) === '') this.#lines.pop();
      return;
    }
    this.#lines.push(line);
    if (line !== '') this.#onLine?.(line);
  }
}
