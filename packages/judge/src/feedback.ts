/**
 * The feedback folder of a custom validator on one test. All its files persist from pass to pass but
 * `nextpass.in`, which becomes the input of the next one (problem package format 2025-09, "Multi-pass validation").
 *
 * Between two passes the files lie in the slot's work folder, out of everybody's reach; a validator sees copies.
 */
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BoxFile, RunResult, RunSpec } from '@sandglass/sandbox';
import { boundedText } from './text.ts';

/** Where a validator finds it. Old ones append a file name to the argument as it is, new ones a slash first: both work. */
export const feedbackTarget = '/box/feedback/';

const message = 'judgemessage.txt';
const teamMessage = 'teammessage.txt';
const nextPass = 'nextpass.in';
/** More is no feedback. */
const mostFiles = 256;
/** Bytes of each text a validator leaves that are kept. */
export const keptBytes = 16_384;

export interface Feedback {
  /** What a validator's run takes in and gives back. */
  placement(): Pick<RunSpec, 'files' | 'collect' | 'collectTree'>;
  /** Removes what a run has left that is not to count: before the same pass is tried again. */
  clear(): Promise<void>;
  /**
   * Takes what the run has left.
   * @param nextInput where `nextpass.in` goes
   */
  take(result: RunResult, nextInput: string): Promise<FeedbackTaken>;
}

export interface FeedbackTaken {
  /** For the jury: judgemessage.txt, bounded. */
  readonly message: string;
  /** For the team: teammessage.txt, bounded. */
  readonly teamMessage: string;
  /** There was a `nextpass.in`. */
  readonly asksForMore: boolean;
  /** Why the feedback cannot be kept; null when all is well. */
  readonly trouble: string | null;
}

/** Makes the folder; a validator that writes nothing leaves the file empty. */
const emptyMessage: BoxFile = { path: `feedback/${message}`, data: new Uint8Array(), mode: 0o666 };

/** Of a problem with one pass: only the message counts, and it stays in memory. */
export const briefFeedback: Feedback = {
  placement: () => ({
    files: [emptyMessage],
    collect: [message, teamMessage].map((name) => ({
      path: `feedback/${name}`,
      maxBytes: keptBytes,
      optional: true,
    })),
  }),
  clear: () => Promise.resolve(),
  take: (result) => {
    const read = (name: string): string => {
      const file = result.collected.find(({ path }) => path === `feedback/${name}`);
      const tooLong = `[${name} has more than ${String(keptBytes)} bytes and is not kept]`;
      return file?.tooLarge === true ? tooLong : textOf(file?.data);
    };
    return Promise.resolve({
      message: read(message),
      teamMessage: read(teamMessage),
      asksForMore: false,
      trouble: null,
    });
  },
};

/** Of a multi-pass problem: kept from pass to pass. */
export class LastingFeedback implements Feedback {
  readonly #folder: string;
  readonly #maxBytes: number;
  #pass = 0;
  #kept: string[] = [];

  private constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /**
   * @param folder is emptied
   * @param maxBytes of all files together
   */
  static async begin(folder: string, maxBytes: number): Promise<LastingFeedback> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new LastingFeedback(folder, maxBytes);
  }

  placement(): Pick<RunSpec, 'files' | 'collectTree'> {
    const kept = this.#kept.map((name) => ({
      path: `feedback/${name}`,
      source: join(this.#passFolder, name),
      mode: 0o666,
    }));
    const files = this.#kept.includes(message) ? kept : [emptyMessage, ...kept];
    return {
      files,
      collectTree: { path: 'feedback', to: this.#nextFolder, maxBytes: this.#maxBytes, maxFiles: mostFiles },
    };
  }

  clear(): Promise<void> {
    return rm(this.#nextFolder, { recursive: true, force: true });
  }

  async take(result: RunResult, nextInput: string): Promise<FeedbackTaken> {
    this.#pass += 1;
    const tooLarge = result.collected.find((file) => file.tooLarge);
    const present = new Set(await this.#list());
    const read = async (name: string): Promise<string> =>
      present.has(name) ? textOf(await readFile(join(this.#passFolder, name))) : '';
    const [text, forTeam] = [await read(message), await read(teamMessage)];
    const asksForMore = present.delete(nextPass);
    if (asksForMore) await rename(join(this.#passFolder, nextPass), nextInput);
    this.#kept = [...present].sort();
    return {
      message: text,
      teamMessage: forTeam,
      asksForMore,
      trouble:
        tooLarge === undefined
          ? null
          : `it left more in its feedback folder than is kept (${tooLarge.path}; ${String(mostFiles)} files, ${String(this.#maxBytes)} bytes)`,
    };
  }

  async #list(): Promise<string[]> {
    try {
      const entries = await readdir(this.#passFolder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(this.#passFolder.length + 1));
    } catch (error) {
      // A validator that removed the folder has left nothing.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  get #nextFolder(): string {
    return join(this.#folder, String(this.#pass + 1));
  }

  get #passFolder(): string {
    return join(this.#folder, String(this.#pass));
  }
}

export function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : boundedText(bytes, keptBytes).trim();
}
