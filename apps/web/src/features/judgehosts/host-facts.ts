/** What is known of a host, as named figures: the page shows them in one list. Pure. */
import type { HostReport, HostRow, Judgehost } from '@sandglass/contracts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import {
  percentOf,
  shortAge,
  shortNumber,
  shortTime,
  signedPercent,
  signedTime,
  unbroken,
} from './figures.ts';

export interface HostFact {
  readonly name: string;
  /** With its unit; parts of it stay together on a line. */
  readonly value: string;
  /** What the value is to be compared with, or where it comes from. */
  readonly more?: string | null;
  /** Something is wrong with it, in words. */
  readonly trouble?: string | null;
}

/** @param nowMs the api's clock */
export function hostFacts(host: Judgehost, row: HostRow, nowMs: number): HostFact[] {
  const { report, condition } = host;
  const facts = [
    ...(report === null ? [] : [...machineFacts(report, row), ...storageFacts(report, condition)]),
    ...(condition === null ? [] : conditionFacts(condition, row, nowMs)),
    ...(report === null ? [] : kernelFacts(report)),
    {
      name: 'Versions',
      value: host.software ?? 'unknown',
      more:
        report === null
          ? null
          : `Linux ${report.kernel}, ${report.cpuModel} (${report.arch}), cgroup ${report.cgroupMode}`,
    },
  ];
  return facts.map(({ name, value, more, trouble }) => ({
    name,
    value: unbroken(value),
    more: more == null ? null : unbroken(more),
    trouble: trouble ?? null,
  }));
}

function machineFacts({ load, vitals, psi, dState }: HostReport, row: HostRow): HostFact[] {
  const slots = Math.max(1, row.slots.length);
  const [one, five, fifteen] = load;
  const facts: HostFact[] = [
    {
      name: 'Load, 1 min',
      value: shortNumber(one),
      more: `${shortNumber(one / slots)} for each of ${slots} slots; 5 min ${shortNumber(five)}, 15 min ${shortNumber(fifteen)}`,
    },
  ];
  if (vitals != null) {
    const { running, total } = vitals.tasks;
    facts.push({ name: 'Threads', value: `${running} runnable`, more: `of ${formatCount(total)}` });
    if (vitals.cpu !== null) {
      const { user, system, ioWait, steal, idle } = vitals.cpu;
      facts.push({
        name: 'CPU time',
        value: `${percentOf(user)} % programs`,
        more: `kernel ${percentOf(system)} %, disks ${percentOf(ioWait)} %, stolen ${percentOf(steal)} %, idle ${percentOf(idle)} %`,
      });
    }
    facts.push(throttlingFact(vitals));
  }
  if (dState.count === 0) facts.push({ name: 'Stuck in the kernel', value: 'none' });
  facts.push(
    psi === null
      ? {
          name: 'Pressure',
          value: 'not reported',
          more: 'the kernel does not measure it (boot with psi=1)',
        }
      : {
          name: 'Pressure, 10 s',
          value: `CPU ${shortNumber(psi.cpuSome10)} %`,
          more: `disk ${shortNumber(psi.ioSome10)} %, memory ${shortNumber(psi.memorySome10)} %`,
        },
  );
  if (vitals?.temperatureC != null)
    facts.push({ name: 'Temperature', value: `${vitals.temperatureC.toFixed(0)} °C` });
  return facts;
}

function throttlingFact({ throttling, quota }: NonNullable<HostReport['vitals']>): HostFact {
  const name = 'Throttling';
  if (throttling !== null)
    return {
      name,
      value: `${percentOf(throttling.share)} % of periods`,
      more: `${Math.round(throttling.stoppedMs)} ms stopped at ${throttling.group}`,
    };
  return quota === false
    ? { name, value: 'none', more: 'no CPU quota above the judgehost' }
    : { name, value: 'not known', more: 'its control groups cannot be read, or it has just started' };
}

function storageFacts({ memory, vitals, disk }: HostReport, condition: Judgehost['condition']): HostFact[] {
  const facts: HostFact[] = [
    {
      name: 'Memory',
      value: `${formatBytes(memory.availableBytes)} available`,
      more: `of ${formatBytes(memory.totalBytes)}; cache ${formatBytes(memory.cacheBytes)}`,
    },
  ];
  if (vitals != null) {
    const { freeBytes, dirtyBytes, minFreeBytes } = vitals.memory;
    facts.push({
      name: 'Unused memory',
      value: formatBytes(freeBytes),
      more: `min_free_kbytes ${minFreeBytes === null ? 'not reported' : formatBytes(minFreeBytes)}; dirty ${formatBytes(dirtyBytes)}`,
    });
  }
  const { swapTotalBytes, swapFreeBytes } = memory;
  facts.push(
    swapTotalBytes === 0
      ? { name: 'Swap', value: 'none' }
      : {
          name: 'Swap',
          value: `${formatBytes(swapTotalBytes - swapFreeBytes)} in use`,
          more: `of ${formatBytes(swapTotalBytes)}`,
        },
  );
  if (disk !== null)
    facts.push({
      name: 'Disk',
      value: `${formatBytes(disk.freeBytes)} free`,
      more: `of ${formatBytes(disk.totalBytes)} at ${disk.path}`,
    });
  const cache = condition?.cache;
  if (cache != null)
    facts.push({
      name: 'Cache',
      value: formatBytes(cache.bytes),
      more: `of ${formatBytes(cache.maxBytes)}, ${formatCount(cache.files)} files, ${formatCount(cache.hits)} hits, ${formatCount(cache.misses)} misses`,
      trouble: cache.error,
    });
  for (const warm of condition?.warmUps ?? [])
    facts.push({
      name: `Warm-up ${warm.contestId}`,
      value:
        warm.state === 'done' ? 'done' : `${formatCount(warm.filesDone)} of ${formatCount(warm.files)} files`,
      more: `${formatBytes(warm.bytesDone)} of ${formatBytes(warm.bytes)}`,
      trouble: warm.error,
    });
  return facts;
}

function conditionFacts(
  { calibration, clock, loopLag, restarted, lastError }: NonNullable<Judgehost['condition']>,
  { gap }: HostRow,
  nowMs: number,
): HostFact[] {
  const facts: HostFact[] = [];
  const ago = (at: string): string => `${shortAge(nowMs - Date.parse(at))} ago`;
  if (gap !== null)
    facts.push({
      name: 'Gap, p95',
      value: shortTime(gap.p95Us),
      more: `p50 ${shortTime(gap.p50Us)}, p99 ${shortTime(gap.p99Us)} of ${formatCount(gap.runs)} runs`,
    });
  facts.push(
    calibration === null
      ? { name: 'Calibration', value: 'has not run yet' }
      : {
          name: 'Calibration',
          value: `CPU ${signedPercent(calibration.cpuDrift)}, waits ${signedPercent(calibration.wallDrift)}`,
          more: `${shortTime(calibration.cpuUs)} against ${shortTime(calibration.baselineCpuUs)} when healthy; run ${ago(calibration.lastAt)}`,
        },
    clock === null
      ? { name: 'Clock', value: 'not compared yet' }
      : {
          name: 'Clock',
          value: signedTime(clock.skewMs),
          more: `against the api’s, within ${shortTime(clock.roundTripMs * 500)}`,
        },
  );
  if (loopLag != null)
    facts.push({
      name: 'Event loop, p99',
      value: shortTime(loopLag.p99Ms * 1000),
      more: `delay; p50 ${shortTime(loopLag.p50Ms * 1000)}, longest ${shortTime(loopLag.maxMs * 1000)} within 5 s`,
    });
  if (restarted != null) facts.push({ name: 'Restarted', value: ago(restarted.at), more: restarted.why });
  facts.push(
    lastError === null
      ? { name: 'Last error', value: 'none' }
      : {
          name: 'Last error',
          value: ago(lastError.at),
          more: lastError.code,
          trouble: lastError.message,
        },
  );
  return facts;
}

function kernelFacts({ vitals, cgroupMode, ageMs }: HostReport): HostFact[] {
  const facts: HostFact[] = [];
  if (vitals?.cgroups != null) {
    const { live, dying } = vitals.cgroups;
    facts.push({
      name: 'Control groups',
      value: formatCount(live),
      more: `${cgroupMode}${dying === null ? '' : `; ${formatCount(dying)} removed, not yet freed`}`,
    });
  }
  if (vitals != null && vitals.namespaces.length > 0) {
    const { namespaces, namespacesAgeMs } = vitals;
    const counted =
      namespacesAgeMs == null ? '' : `; counted ${shortAge((ageMs ?? 0) + namespacesAgeMs)} ago`;
    facts.push({
      name: 'Namespaces',
      value: formatCount(namespaces.reduce((sum, { count }) => sum + count, 0)),
      more: namespaces.map(({ kind, count }) => `${kind} ${formatCount(count)}`).join(', ') + counted,
    });
  }
  return facts;
}
