/**
 * Tasks in uninterruptible sleep (state D), and where in the kernel they wait.
 *
 * Many of them at one place is how a host stalls while its CPUs look idle: waiting for
 * cgroup_mutex, shrinker_rwsem, an RCU grace period or a dead disk. One stat file is read per
 * process, and per thread where a process has several: 12 µs each, with a bound on both.
 */
import { setImmediate } from 'node:timers/promises';
import { type HostReport, unknownPlace } from '@sandglass/contracts';
import { functionName, parseKernelStack, waitingFunction } from './kernel-stack.ts';
import { explainWait } from './kernel-waits.ts';
import type { ProcessView } from './options.ts';
import type { Tree } from './tree.ts';

/** A host with more processes than this is not asked about all of them: a reading must stay cheap. */
const mostProcesses = 20_000;
/** Of threads beside the first ones: in all, and of a single process, so that one with thousands hides no other. */
const mostThreads = 1_000;
const mostThreadsOfOne = 256;
/** Files read in one go: about half a millisecond during which nothing else happens here. */
const atOnce = 40;
/** A wait of this long is none for a disk or a lock that works, ms. */
const lastingMs = 3_000;
const mostPlaces = 20;
const mostNames = 5;
/** Outer frames are system calls and their entry: they explain nothing. */
const mostFrames = 12;
/** Of a group of tasks, how much of the stack is reported. */
const shownFrames = 6;

type SeenTask = ProcessView['blocked'][number];

interface BlockedTask {
  /** Of a thread its own number. */
  readonly pid: string;
  /** Where its files are. */
  readonly folder: string;
  readonly name: string;
  /** The same as long as the same wait goes on. */
  readonly wait: string;
}

export interface BlockedTaskOptions {
  /**
   * Read whole kernel stacks, which needs root. Not for a service: reading the stack of a task that is
   * stuck in execve gets stuck as well, and with it one of Node's few threads for files. A service has a `view`.
   */
  readonly stacks?: boolean;
  /**
   * Reports where all tasks wait, and of some the stack, for a process that may not see it itself. Called only when
   * some wait.
   */
  readonly view?: (() => Promise<ProcessView>) | undefined;
}

/** Watches a host's blocked tasks: from reading to reading it knows how long each has been waiting. */
export class BlockedTasks {
  readonly #tree: Tree;
  readonly #stacks: boolean;
  readonly #view: BlockedTaskOptions['view'];
  /** When each wait was first seen, ms. */
  #seen: ReadonlyMap<string, number> = new Map();

  constructor(tree: Tree, { stacks = false, view }: BlockedTaskOptions = {}) {
    this.#tree = tree;
    this.#view = view;
    this.#stacks = stacks;
  }

  /** @param nowMs of a clock that only goes forward, ms */
  async read(nowMs: number): Promise<HostReport['dState']> {
    const blocked = await findBlocked(this.#tree);
    const seen = new Map(blocked.map(({ wait }) => [wait, this.#seen.get(wait) ?? nowMs]));
    this.#seen = seen;
    const view = blocked.length === 0 ? new Map<string, SeenTask>() : await this.#askView();
    const places = await Promise.all(
      blocked.map(async (task) => ({ task, frames: await this.#framesOf(task, view) })),
    );
    const groups = Map.groupBy(places, ({ frames }) => waitingFunction(frames) ?? unknownPlace);
    const waits = [...groups].map(([where, members]) => {
      const waitedMs = members.map(({ task }) => nowMs - (seen.get(task.wait) ?? nowMs));
      const wait = explainWait(members.flatMap(({ frames }) => frames));
      return {
        where,
        count: members.length,
        what: wait === null ? null : `${wait.name}: ${wait.meaning}`,
        longestMs: Math.max(0, ...waitedMs),
        lasting: waitedMs.filter((ms) => ms >= lastingMs).length,
        tasks: [...new Set(members.map(({ task }) => task.name))].sort(byText).slice(0, mostNames),
        frames: commonest(members.map(({ frames }) => frames)),
      };
    });
    waits.sort((a, b) => b.count - a.count || byText(a.where, b.where));
    return { count: blocked.length, waits: waits.slice(0, mostPlaces) };
  }

  /** Innermost first; one function from wchan where the stack may not be read; none when nothing is known. */
  async #framesOf({ pid, folder }: BlockedTask, view: ReadonlyMap<string, SeenTask>): Promise<string[]> {
    const shown = view.get(pid);
    const stack = this.#stacks
      ? parseKernelStack((await this.#tree.text(`${folder}/stack`)) ?? '')
      : (shown?.stack ?? []).map(functionName);
    if (stack.length > 0) return stack.slice(0, mostFrames);
    const own = this.#tree.whole(`${folder}/wchan`)?.trim() || null;
    const wchan = own === null || own === '0' ? (shown?.wchan ?? null) : own;
    // 0: hidden from this user, or just woken up.
    return wchan === null || wchan === '0' || wchan === '' ? [] : [functionName(wchan)];
  }

  /** Where tasks wait, by pid. A view that fails returns nothing: the tasks are counted all the same. */
  async #askView(): Promise<Map<string, SeenTask>> {
    try {
      const { blocked } = (await this.#view?.()) ?? { blocked: [] };
      return new Map(blocked.map((task) => [String(task.pid), task]));
    } catch {
      return new Map();
    }
  }
}

async function findBlocked(tree: Tree): Promise<BlockedTask[]> {
  const blocked: BlockedTask[] = [];
  let threads = 0;
  let looked = 0;
  const look = async (pid: string, folder: string): Promise<Stat | null> => {
    const stat = readStat(tree, folder);
    if (stat?.state === 'D') {
      // Numbers are used again: the start time distinguishes their processes.
      const wait = `${pid} ${stat.started} ${switchesOf(tree, folder)}`;
      blocked.push({ pid, folder, name: stat.name, wait });
    }
    if (++looked % atOnce === 0) await setImmediate();
    return stat;
  };
  for (const pid of numbersIn(tree, '/proc').slice(0, mostProcesses)) {
    const folder = `/proc/${pid}`;
    const process = await look(pid, folder);
    if (process === null || process.threads < 2) continue;
    const others = numbersIn(tree, `${folder}/task`).filter((thread) => thread !== pid);
    const few = others.slice(0, Math.min(mostThreadsOfOne, mostThreads - threads));
    threads += few.length;
    for (const thread of few) await look(thread, `${folder}/task/${thread}`);
  }
  return blocked;
}

function numbersIn(tree: Tree, folder: string): string[] {
  return tree.entries(folder).filter((name) => /^\d+$/.test(name));
}

/** Of stat(5). */
interface Stat {
  readonly name: string;
  readonly state: string;
  readonly threads: number;
  readonly started: string;
}

/**
 * Read synchronously: that is cheaper, and it cannot hang, because a stat file takes none of the locks
 * a stuck process holds, unlike its command line, at which `ps` hangs.
 * @returns null: it has gone
 */
function readStat(tree: Tree, folder: string): Stat | null {
  const text = tree.head(`${folder}/stat`);
  if (text === null) return null;
  // The name in parentheses may hold blanks and parentheses itself: the state follows the last one.
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  return {
    name: text.slice(text.indexOf('(') + 1, end),
    state: fields[0] ?? '',
    threads: Number(fields[17] ?? 1),
    started: fields[19] ?? '',
  };
}

/** How often it has gone to sleep: a task that was woken and sleeps again waits for something new. */
function switchesOf(tree: Tree, folder: string): string {
  const status = tree.whole(`${folder}/status`) ?? '';
  return /^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1] ?? '';
}

/** The innermost frames that most members share: what is at the top of their stacks. Null when none is known. */
function commonest(stacks: readonly (readonly string[])[]): string[] | null {
  const tops = stacks.map((frames) => frames.slice(0, shownFrames)).filter((frames) => frames.length > 1);
  const [most] = [...Map.groupBy(tops, (frames) => frames.join(' ')).values()].sort(
    (a, b) => b.length - a.length,
  );
  return most?.[0] ?? null;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
