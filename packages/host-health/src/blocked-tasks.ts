/**
 * Tasks in uninterruptible sleep (state D), and where in the kernel they wait.
 *
 * Many of them at one place is how a host stalls while its CPUs look idle: waiting for
 * cgroup_mutex, shrinker_rwsem, an RCU grace period or a dead disk. One stat file per
 * process is read, so the cost grows with processes, not with threads.
 */
import { setImmediate } from 'node:timers/promises';
import type { HostReport } from '@sandglass/contracts';
import { functionName, parseKernelStack, waitingFunction } from './kernel-stack.ts';
import { explainWait } from './kernel-waits.ts';
import type { ProcessView } from './options.ts';
import type { Tree } from './tree.ts';

/** A host with more processes than this is not asked about all of them: a reading must stay cheap. */
const mostProcesses = 20_000;
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

interface BlockedTask {
  readonly pid: string;
  readonly name: string;
  /** The same as long as the same wait goes on. */
  readonly wait: string;
}

export interface BlockedTaskOptions {
  /**
   * Read whole kernel stacks, which needs root. Not for a service: reading the stack of a task that is
   * stuck in execve gets stuck as well, and with it one of Node's few threads for files.
   */
  readonly stacks?: boolean;
  /** Tells where all tasks wait, for a process that may not see it itself. Asked only when some do. */
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
    const told = blocked.length === 0 ? new Map<string, string>() : await this.#askView();
    const places = await Promise.all(
      blocked.map(async (task) => ({ task, frames: await this.#framesOf(task.pid, told) })),
    );
    const groups = Map.groupBy(places, ({ frames }) => waitingFunction(frames) ?? 'unknown');
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

  /** Innermost first; one function from wchan where the stack may not be read; none when nothing is told. */
  async #framesOf(pid: string, told: ReadonlyMap<string, string>): Promise<string[]> {
    const stack = this.#stacks
      ? parseKernelStack((await this.#tree.text(`/proc/${pid}/stack`)) ?? '').slice(0, mostFrames)
      : [];
    if (stack.length > 0) return stack;
    const own = this.#tree.whole(`/proc/${pid}/wchan`)?.trim() || null;
    const wchan = own === null || own === '0' ? (told.get(pid) ?? null) : own;
    // 0: hidden from this user, or just woken up.
    return wchan === null || wchan === '0' || wchan === '' ? [] : [functionName(wchan)];
  }

  /** Where tasks wait, by pid. A view that fails tells nothing: the tasks are counted all the same. */
  async #askView(): Promise<Map<string, string>> {
    try {
      const { blocked } = (await this.#view?.()) ?? { blocked: [] };
      return new Map(blocked.map(({ pid, wchan }) => [String(pid), wchan]));
    } catch {
      return new Map();
    }
  }
}

async function findBlocked(tree: Tree): Promise<BlockedTask[]> {
  const pids = tree
    .entries('/proc')
    .filter((name) => /^\d+$/.test(name))
    .slice(0, mostProcesses);
  const blocked: BlockedTask[] = [];
  for (let start = 0; start < pids.length; start += atOnce) {
    for (const pid of pids.slice(start, start + atOnce)) {
      const task = blockedTask(tree, pid);
      if (task !== null) blocked.push(task);
    }
    await setImmediate();
  }
  return blocked.map((task) => ({ ...task, wait: `${task.wait} ${switchesOf(tree, task.pid)}` }));
}

/**
 * Read synchronously: that is cheaper, and it cannot hang, because a stat file takes none of the locks
 * a stuck process holds, unlike its command line, at which `ps` hangs.
 */
function blockedTask(tree: Tree, pid: string): BlockedTask | null {
  const text = tree.head(`/proc/${pid}/stat`) ?? ''; // null: it has gone
  // The name in parentheses may hold blanks and parentheses itself: the state follows the last one.
  const end = text.lastIndexOf(')');
  if (text.charAt(end + 2) !== 'D') return null;
  // Numbers of processes are used again: the 22nd field, the start time, tells them apart.
  const started = text.slice(end + 2).split(' ')[19] ?? '';
  return { pid, name: text.slice(text.indexOf('(') + 1, end), wait: `${pid} ${started}` };
}

/** How often it has gone to sleep: a task that was woken and sleeps again waits for something new. */
function switchesOf(tree: Tree, pid: string): string {
  const status = tree.whole(`/proc/${pid}/status`) ?? '';
  return /^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1] ?? '';
}

/** The innermost frames that most members share: what stands at the top of their stacks. Null when none is known. */
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
