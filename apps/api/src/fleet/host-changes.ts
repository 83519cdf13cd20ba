/** What has changed in the hosts' lines, from look to look and since a version that a page came with. Pure. */
import { randomUUID } from 'node:crypto';
import type { ChangedHostRow, HostRow } from '@sandglass/contracts';

interface SentRow {
  readonly text: string;
  /** The list itself, which is another one when a point is added. */
  readonly curve: HostRow['gapHistory'];
  /** The look that found the line, and its curve, changed. */
  readonly changedIn: number;
  readonly curveChangedIn: number;
}

export interface HostChange {
  /** Hosts that are not named are no more. */
  readonly all: boolean;
  readonly hosts: ChangedHostRow[];
}

export class HostChanges {
  /** Another process has looked at other moments: its versions say nothing here. */
  readonly #process = randomUUID().slice(0, 8);
  readonly #sent = new Map<string, SentRow>();
  #look = 0;
  /** The look that last missed a host. */
  #goneIn = 0;
  #rows: readonly HostRow[] = [];

  /** Names the lines as the last look found them; null: nobody has looked yet. */
  get version(): string | null {
    return this.#look === 0 ? null : `${this.#process}.${this.#look}`;
  }

  /** @param rows all lines of a poll @returns what is sent to those who know the poll before */
  note(rows: readonly HostRow[]): HostChange {
    this.#look += 1;
    this.#rows = rows;
    const look = this.#look;
    for (const row of rows) {
      const { gapHistory: curve, ...line } = row;
      const text = JSON.stringify(line);
      const sent = this.#sent.get(row.name);
      if (sent?.text === text && sent.curve === curve) continue;
      const curveChangedIn = sent?.curve === curve ? sent.curveChangedIn : look;
      this.#sent.set(row.name, { text, curve, changedIn: look, curveChangedIn });
    }
    if (this.#sent.size > rows.length) {
      this.#goneIn = look;
      const names = new Set(rows.map(({ name }) => name));
      for (const name of this.#sent.keys()) if (!names.has(name)) this.#sent.delete(name);
    }
    return this.#sinceLook(look - 1);
  }

  /** @param version what the reader has; undefined or of another process: nothing */
  since(version: string | undefined): HostChange {
    const [process, look] = version?.split('.') ?? [];
    return process === this.#process && /^\d{1,15}$/.test(look ?? '')
      ? this.#sinceLook(Number(look))
      : { all: true, hosts: [...this.#rows] };
  }

  #sinceLook(known: number): HostChange {
    if (known < this.#goneIn) return { all: true, hosts: [...this.#rows] };
    const hosts = this.#rows.flatMap((row): ChangedHostRow[] => {
      const sent = this.#sent.get(row.name);
      if (sent === undefined || sent.changedIn <= known) return [];
      if (sent.curveChangedIn > known) return [row];
      // An hour of points for each of forty hosts would be most of what is sent every second.
      const { gapHistory: _, ...line } = row;
      return [line];
    });
    return { all: false, hosts };
  }
}
