/** CPU lists as the kernel writes them: `0-3,8,10-14:2`. See Documentation/admin-guide/kernel-parameters, "cpu lists". */

/** Highest number we believe: CONFIG_NR_CPUS is 8192 at most. */
const mostCpus = 8192;

/**
 * Sorted numbers without repeats; an empty or blank text is an empty list.
 * @throws RangeError naming the part that is not a list
 */
export function parseCpuList(text: string): number[] {
  const numbers = new Set<number>();
  for (const part of text.trim().split(',')) {
    if (part.trim() === '') continue;
    const match = /^(\d+)(?:-(\d+)(?::(\d+)(?:\/(\d+))?)?)?$/.exec(part.trim());
    const first = Number(match?.[1]);
    const last = match?.[2] === undefined ? first : Number(match[2]);
    // `0-15:2/4`: of every 4 the first 2; `0-15:2` alone is how cpuset writes a stride in old kernels.
    const used = match?.[4] === undefined ? 1 : Number(match[3]);
    const group = match?.[4] === undefined ? Number(match?.[3] ?? 1) : Number(match[4]);
    if (match === null || last < first || last >= mostCpus || group < 1) {
      throw new RangeError(`"${part}" is not part of a CPU list such as 0-3,8`);
    }
    for (let cpu = first; cpu <= last; cpu += 1) {
      if ((cpu - first) % group < used) numbers.add(cpu);
    }
  }
  return [...numbers].sort((a, b) => a - b);
}

/** A list that a file holds, which may be anything: null when there is none, or what there is is no list. */
export function readCpuList(text: string | null | undefined): number[] | null {
  if (text === null || text === undefined) return null;
  try {
    return parseCpuList(text);
  } catch {
    return null;
  }
}

/** The shortest text of it: `0-3,8`. */
export function formatCpuList(cpus: readonly number[]): string {
  const sorted = [...new Set(cpus)].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const cpu of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === cpu - 1) last[1] = cpu;
    else ranges.push([cpu, cpu]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}
