/** The invariants: what is noted of a slot and its host before, and what must be the same after. */
import { setTimeout as delay } from 'node:timers/promises';
import { slotUsers, type RunResult, type Slot } from '@sandglass/sandbox';
import { endingOf, described, usualLimits, type Attempt } from './ending.ts';
import {
  fingerprint,
  hasEnded,
  hostMounts,
  processesInGroups,
  processesOfUsers,
  roomLeft,
  sizeOf,
  supervisorOf,
} from './host-state.ts';
import type { HostileProgram, Invariant } from './model.ts';
import { stageOf } from './model.ts';
import { secretMark, type HostileFixture } from './fixture.ts';

const mebibyte = 1 << 20;
/** Other work goes on on the host: only what a hostile program alone could use up is an alarm. */
const tolerance = { memoryBytes: 1536 * mebibyte, diskBytes: 1024 * mebibyte };
const mostResident = 16 * mebibyte;
const graceUs = 5_000_000;
/** Files whose change would mean that the sandbox leaks into the system. */
const systemFiles = [
  '/etc/passwd',
  '/etc/shadow',
  '/etc/group',
  '/etc/hostname',
  '/etc/hosts',
  '/usr/bin/env',
];

export type Breach = readonly [Invariant, string];

interface Before {
  readonly supervisor: number;
  readonly rebuilds: number;
  readonly handovers: number;
  readonly files: readonly string[];
  readonly mounts: string;
  readonly room: { readonly memory: number; readonly disk: number };
  readonly clockOffset: number;
}

export interface Watchable {
  readonly fixture: HostileFixture;
  readonly slot: Slot;
  /** How many times slower than a usual host this one may be; default 1. */
  readonly slowness?: number;
}

/** Watches one slot. */
export class Watch {
  readonly #place: Watchable;
  #witness = '';
  #descriptors: readonly string[] = [];
  #supervisorPid: number | undefined;
  /** How often the slot had been handed over when that supervisor was looked up. */
  #handovers = 0;

  private constructor(place: Watchable) {
    this.#place = place;
  }

  /** Notes what a new slot looks like. @throws Error when its programs are not confined at all */
  static async start(place: Watchable): Promise<Watch> {
    const watch = new Watch(place);
    // The first run mounts the folder; later ones find it replaced by another one and mount it again.
    await watch.#testify();
    watch.#witness = watch.#seen(await watch.#testify());
    for (const sign of [/^Seccomp:\t2$/m, /^NoNewPrivs:\t1$/m, /^process 2 of 0,/m, /^CapBnd:\t0+$/m]) {
      if (!sign.test(watch.#witness))
        throw new Error(`No hostile program is run here: ${sign.source} not found`);
    }
    watch.#descriptors = (await sizeOf(await watch.#supervisorNow())).descriptors;
    return watch;
  }

  async before(program: HostileProgram): Promise<Before> {
    const { slot, fixture } = this.#place;
    // Before the supervisor is looked up: a handover in between is then one that `after` knows of.
    const { handovers } = slot;
    if (handovers !== this.#handovers) {
      // The one known may have handed over, and still be there. When something has run, there is another.
      await this.#testify();
      this.#supervisorPid = undefined;
    }
    this.#handovers = handovers;
    return {
      supervisor: (this.#supervisorPid = await this.#supervisorNow(this.#supervisorPid)),
      rebuilds: slot.rebuilds,
      handovers,
      files: await fingerprint(this.#files(program)),
      mounts: await hostMounts(),
      room: await roomLeft(fixture.folder),
      clockOffset: Date.now() - performance.now(),
    };
  }

  /** What does not hold. */
  async after(program: HostileProgram, before: Before, attempt: Attempt): Promise<Breach[]> {
    const { slot } = this.#place;
    // First of all, before anything of ours could give a process the time to end.
    const left = await this.#processesLeft(before);
    const inside = await processesInGroups(slot.ordinal, before.supervisor);
    // In the world that comes next, where the slot has turned to another one.
    const unclean = await this.#cleanSlot();
    if (this.#handedOver(before)) await hasEnded(before.supervisor);
    const supervisor = await this.#supervisorNow(before.supervisor);
    return [
      ...left.map((one): Breach => ['no-process', one]),
      ...inside.map((one): Breach => ['empty-group', one]),
      ...this.#whatCameOut(attempt),
      ...(await this.#host(program, before)),
      ...this.#supervisor(before, supervisor),
      ...unclean,
      ...(await this.#supervisorSize(supervisor)),
    ];
  }

  /** Where the slot has gone on in a new world, what is left is dead and being taken apart: that must come to an end. */
  async #processesLeft(before: Before): Promise<string[]> {
    const { slot, slowness = 1 } = this.#place;
    for (let round = 0; ; round++) {
      const left = await processesOfUsers(slotUsers(slot.ordinal));
      if (left.length === 0 || !this.#handedOver(before) || round === 500 * slowness) return left;
      await delay(20);
    }
  }

  /** A slot may go on in a new world at any time after a run; there it is when something has run. */
  async #supervisorNow(known?: number): Promise<number> {
    const { ordinal } = this.#place.slot;
    return supervisorOf(ordinal, known).catch(async () => {
      await this.#testify();
      return supervisorOf(ordinal);
    });
  }

  #handedOver(before: Before): boolean {
    return this.#place.slot.handovers > before.handovers;
  }

  #files(program: HostileProgram): string[] {
    const { fixture } = this.#place;
    const runs = ['run', 'output', 'interaction'].includes(stageOf(program));
    const own = runs ? [fixture.programFolder(program)] : [];
    return [
      fixture.planted,
      fixture.inputFile,
      fixture.answerFile,
      fixture.otherTeam,
      ...own,
      ...systemFiles,
    ];
  }

  #whatCameOut({ out, elapsedUs, allowedUs }: Attempt): Breach[] {
    const { slowness = 1 } = this.#place;
    const breaches: Breach[] = [];
    if (out.includes(secretMark))
      breaches.push(['secrets', `a secret came out: ${excerpt(out, secretMark)}`]);
    if (elapsedUs > allowedUs + graceUs * slowness) {
      breaches.push(['bounded-time', `${String(Math.round(elapsedUs / 1000))} ms`]);
    }
    return breaches;
  }

  async #host(program: HostileProgram, before: Before): Promise<Breach[]> {
    const breaches: Breach[] = [];
    const files = await fingerprint(this.#files(program));
    for (const line of files.filter((line) => !before.files.includes(line)))
      breaches.push(['host-files', line]);
    if (files.length < before.files.length) breaches.push(['host-files', 'files are gone']);
    if ((await hostMounts()) !== before.mounts) breaches.push(['host-mounts', 'the list of mounts differs']);
    const room = await roomLeft(this.#place.fixture.folder);
    if (room.memory < before.room.memory - tolerance.memoryBytes) {
      breaches.push(['host-size', `${String(room.memory)} bytes of memory are left`]);
    }
    if (room.disk < before.room.disk - tolerance.diskBytes) {
      breaches.push(['host-size', `${String(room.disk)} bytes of disk are left`]);
    }
    const bent = Date.now() - performance.now() - before.clockOffset;
    if (Math.abs(bent) > 500) breaches.push(['host-files', `the clock was moved by ${String(bent)} ms`]);
    if (this.#place.fixture.connections > 0) breaches.push(['network', 'somebody connected']);
    return breaches;
  }

  #supervisor(before: Before, supervisor: number): Breach[] {
    const { slot } = this.#place;
    const isSame = supervisor === before.supervisor || this.#handedOver(before);
    if (isSame && slot.rebuilds === before.rebuilds) return [];
    return [
      [
        'supervisor',
        `rebuilt ${String(slot.rebuilds - before.rebuilds)} times, now process ${String(supervisor)}`,
      ],
    ];
  }

  async #cleanSlot(): Promise<Breach[]> {
    const seen = await this.#testify().then(
      (result) => this.#seen(result),
      (error: unknown) => String(error),
    );
    if (seen === this.#witness) return [];
    const known = this.#witness.split('\n');
    const lines = seen.split('\n');
    const added = without(lines, known).slice(0, 10);
    const missing = without(known, lines).slice(0, 10);
    // The order in which folders and mounts are listed is the kernel's business.
    if (added.length + missing.length === 0) return [];
    return [
      ['clean-slot', `the next run finds ${JSON.stringify(added)} and misses ${JSON.stringify(missing)}`],
    ];
  }

  async #supervisorSize(supervisor: number): Promise<Breach[]> {
    let more: string[] = [];
    let residentBytes = 0;
    const { slowness = 1 } = this.#place;
    // The answer goes out before the supervisor has let go of the run: it is given a moment to come to rest.
    for (let round = 0; round < 50 * slowness; round++) {
      // It may turn to another one while it is looked at.
      const size = await sizeOf(await this.#supervisorNow(supervisor)).catch(() => null);
      more = without(size?.descriptors ?? [], this.#descriptors);
      residentBytes = size?.residentBytes ?? Infinity;
      if (more.length <= 1 && residentBytes <= mostResident) return [];
      await delay(20);
    }
    return [
      [
        'supervisor-size',
        `${String(residentBytes)} bytes resident, holds more than at first: ${more.join()}`,
      ],
    ];
  }

  /** Which of its two users the slot runs programs as says nothing. */
  #seen({ stdout }: RunResult): string {
    return slotUsers(this.#place.slot.ordinal).reduce(
      (seen, user) => seen.replaceAll(String(user), 'its own'),
      Buffer.from(stdout ?? []).toString(),
    );
  }

  /** The benign run. @throws Error when it is not accepted */
  async #testify(): Promise<RunResult> {
    const { slot, fixture, slowness = 1 } = this.#place;
    const result = await slot.run({
      argv: ['/program/program'],
      env: {},
      program: { directory: fixture.witness },
      stdin: { path: fixture.inputFile },
      stdout: { captureBytes: 65_536 },
      stderr: { captureBytes: 4096 },
      limits: { ...usualLimits, cpuUs: 2_000_000 * slowness, wallUs: 10_000_000 * slowness },
    });
    if (endingOf(result) !== 'exited 0')
      throw new Error(`the benign run was not accepted: ${described(result)}`);
    return result;
  }
}

/** Lines of `a` that are not in `b`, each as often as it is there more often. */
function without(a: readonly string[], b: readonly string[]): string[] {
  const rest = [...b];
  return a.filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

function excerpt(out: string, mark: string): string {
  const at = out.indexOf(mark);
  return JSON.stringify(out.slice(Math.max(0, at - 100), at + 60));
}
