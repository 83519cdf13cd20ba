/** Holds a process still: a kill does not end it until it is let go. A kernel that takes its time, for as long as a test likes. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const root = '/sys/fs/cgroup/freezer';

/** The freezer of cgroup v2 lets the killed go. */
export const freezerObstacle = existsSync(`${root}/cgroup.procs`)
  ? undefined
  : 'there is no freezer of cgroup v1';

export class Freezer {
  private static made = 0;
  private readonly folder = `${root}/freezer-test-${String(process.pid)}-${String(Freezer.made++)}`;

  constructor() {
    mkdirSync(this.folder);
    writeFileSync(`${this.folder}/freezer.state`, 'FROZEN');
  }

  freeze(pid: number): void {
    writeFileSync(`${this.folder}/cgroup.procs`, String(pid));
  }

  thaw(): void {
    writeFileSync(`${this.folder}/freezer.state`, 'THAWED');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.thaw();
    for (let isThere = true; isThere;) {
      try {
        rmdirSync(this.folder);
        isThere = false;
      } catch {
        // Somebody in it is still dying.
        await delay(20);
      }
    }
  }
}
