/** What a slot keeps in memory while nothing runs. */
import { readFileSync, readdirSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

export interface SlotMemory {
  /** Resident, pages shared with other slots counted in full. */
  readonly residentMiB: number;
  /** Proportional: pages shared with other slots divided among them. */
  readonly proportionalMiB: number;
}

/** The largest among the slots of this process; read as root. */
export function slotMemory(): SlotMemory {
  const all = processes();
  const supervisors = ownSupervisors(all);
  if (supervisors.length === 0) throw new Error('this process has no slot to weigh');
  const sizes = supervisors.map((pid) => {
    // The init of the next run is not counted: it lives in the caretaker's memory (CLONE_VM).
    const caretaker = all.filter((one) => one.parent === pid && one.name === 'sandglass-care');
    const parts = [pid, ...caretaker.map((one) => one.pid)].map(rollup);
    return {
      residentMiB: sum(parts.map(({ rss }) => rss)) / 1024,
      proportionalMiB: sum(parts.map(({ pss }) => pss)) / 1024,
    };
  });
  return {
    residentMiB: Math.max(...sizes.map(({ residentMiB }) => residentMiB)),
    proportionalMiB: Math.max(...sizes.map(({ proportionalMiB }) => proportionalMiB)),
  };
}

/** Process numbers of the supervisors of this process's slots. */
export function ownSupervisors(all = processes()): number[] {
  const parentOf = new Map(all.map(({ pid, parent }) => [pid, parent]));
  return all
    .filter(({ name, parent }) => name === 'sandglass-slot' && parentOf.get(parent) === process.pid)
    .map(({ pid }) => pid);
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const text = textOf(`/proc/${pid}/stat`);
      const parent = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
      const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
      return text === '' ? [] : [{ pid: Number(pid), parent, name }];
    });
}

/** KiB. */
function rollup(pid: number): { rss: number; pss: number } {
  const text = textOf(`/proc/${String(pid)}/smaps_rollup`);
  const value = (key: string): number => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? NaN);
  return { rss: value('Rss'), pss: value('Pss') };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // It has gone.
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
