import { readFileSync } from 'node:fs';

/** Behind the ranges that systemd and its containers give out; the sandbox takes ids up to 2^31 − 65537. */
const first = 0x7000_0000;
/** More than a command has slots, those beside them (from 512 on) included. */
const perProcess = 1024;
const ranges = Math.floor((0x7fff_0000 - first) / perProcess);

/**
 * The first of the user ids that this process's slots run programs as: another one than a judgehost's, and than that of
 * another command at this moment. The kernel counts some things for each user (queued signals, pages of pipes, watches):
 * two who share ids would take them from each other's programs.
 * @returns undefined, for the sandbox's default, where a broker decides, or where this process's user namespace has no such ids
 */
export function ownUserIds({
  pid = process.pid,
  env = process.env,
  map = uidMap(),
}: { pid?: number; env?: NodeJS.ProcessEnv; map?: string } = {}): number | undefined {
  const decided = env['SANDGLASS_UID_BASE'];
  if (decided !== undefined && decided !== '') return Number(decided);
  if (env['SANDGLASS_BROKER_FD'] !== undefined) return undefined;
  const base = first + (pid % ranges) * perProcess;
  const within = map
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([from = NaN, , count = NaN]) => from <= base && base + perProcess <= from + count);
  return within ? base : undefined;
}

/** What user ids there are: a line a range, its first id, its first id outside, how many. */
function uidMap(): string {
  try {
    return readFileSync('/proc/self/uid_map', 'utf8');
  } catch {
    return '';
  }
}
