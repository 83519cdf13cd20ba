/**
 * Tasks in uninterruptible sleep (state D), and where in the kernel they wait.
 *
 * Many of them at one place is how a host stalls while its CPUs look idle: waiting for
 * cgroup_mutex, shrinker_rwsem, an RCU grace period or a dead disk. One stat file per
 * process is read, so the cost grows with processes, not with threads.
 */
import { setImmediate } from 'node:timers/promises';
import type { HostReport } from '@sandglass/contracts';
import type { Tree } from './tree.ts';

/** A host with more processes than this is not asked about all of them: a reading must stay cheap. */
const mostProcesses = 20_000;
/** Files read in one go: about half a millisecond during which nothing else happens here. */
const atOnce = 40;
const mostPlaces = 20;

export async function readBlockedTasks(tree: Tree): Promise<HostReport['dState']> {
  const pids = (await tree.names('/proc')).filter((name) => /^\d+$/.test(name)).slice(0, mostProcesses);
  const blocked: string[] = [];
  for (let start = 0; start < pids.length; start += atOnce) {
    blocked.push(...pids.slice(start, start + atOnce).filter((pid) => isBlocked(tree, pid)));
    await setImmediate();
  }
  const counts = new Map<string, number>();
  for (const pid of blocked) {
    const place = await waitingPlace(tree, pid);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const waits = [...counts]
    .map(([where, count]) => ({ where, count }))
    .sort((a, b) => b.count - a.count || (a.where < b.where ? -1 : 1));
  return { count: blocked.length, waits: waits.slice(0, mostPlaces) };
}

/**
 * Read synchronously: that is cheaper, and it cannot hang, because a stat file takes none of the locks
 * a stuck process holds, unlike its command line, at which `ps` hangs.
 */
function isBlocked(tree: Tree, pid: string): boolean {
  const text = tree.head(`/proc/${pid}/stat`) ?? ''; // null: it has gone
  // The name in parentheses may hold blanks and parentheses itself: the state follows the last one.
  return text.charAt(text.lastIndexOf(')') + 2) === 'D';
}

/** The kernel function it waits in. */
async function waitingPlace(tree: Tree, pid: string): Promise<string> {
  const wchan = await tree.word(`/proc/${pid}/wchan`);
  // 0: hidden from this user, or just woken up.
  return wchan === null || wchan === '0' ? 'unknown' : wchan;
}
