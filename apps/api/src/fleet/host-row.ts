/** A judgehost in a line, and what the alarms look at, from its last report. Pure. */
import { type HostReport, type HostRow, type Judgehost, unknownPlace } from '@sandglass/contracts';
import {
  longestWaitMs,
  oldFiguresMs,
  stuckWaits,
  swapUsedBytes,
  tasksIn,
  throttledShare,
  unhealthyWords,
  type HostObservation,
} from '@sandglass/domain';

/** What is known of a host beside its own words. */
export interface HostRecord {
  readonly gapHistory: HostRow['gapHistory'];
  readonly tasksPerMinute: number;
}

export function hostRow(host: Judgehost, record: HostRecord): HostRow {
  const { report, condition } = host;
  const vitals = report?.vitals ?? null;
  return {
    id: host.id,
    name: host.name,
    online: host.online,
    lastSeenAt: host.lastSeenAt,
    figuresAt:
      host.lastSeenAt === null || report === null
        ? null
        : new Date(Date.parse(host.lastSeenAt) - (report.ageMs ?? 0)).toISOString(),
    mode: host.mode,
    modeReason: host.modeReason,
    drained: host.drained,
    restricted: Object.values(host.restrictions).some((names) => names !== null),
    state: condition?.state ?? null,
    reasons: condition?.reasons.map(({ text }) => text) ?? [],
    allowed: condition?.allowed ?? null,
    slots: host.slots.map(({ ordinal, state, submissionId, submissionNumber, contestId, test, sinceMs }) => ({
      ordinal,
      state,
      submissionId,
      submissionNumber,
      contestId,
      test,
      sinceMs,
    })),
    load: report?.load ?? null,
    runnable: vitals?.tasks.running ?? null,
    cpu: vitals?.cpu ?? null,
    cpus: report?.cpus.summary ?? null,
    blocked: report === null ? null : blockedOf(report),
    pressure:
      report?.psi == null
        ? null
        : { cpu: report.psi.cpuSome10, io: report.psi.ioSome10, memory: report.psi.memorySome10 },
    throttledShare: throttledShare(report),
    memory:
      report === null
        ? null
        : {
            availableBytes: report.memory.availableBytes,
            totalBytes: report.memory.totalBytes,
            swapUsedBytes: swapUsedBytes(report),
          },
    disk:
      report?.disk == null ? null : { freeBytes: report.disk.freeBytes, totalBytes: report.disk.totalBytes },
    gap:
      condition?.gap == null
        ? null
        : {
            runs: condition.gap.runs,
            p50Us: condition.gap.p50Us,
            p95Us: condition.gap.p95Us,
            p99Us: condition.gap.p99Us,
          },
    gapHistory: record.gapHistory,
    tasksPerMinute: record.tasksPerMinute,
    cpuDrift: condition?.calibration?.cpuDrift ?? null,
    wallDrift: condition?.calibration?.wallDrift ?? null,
    skewMs: condition?.clock?.skewMs ?? null,
    temperatureC: vitals?.temperatureC ?? null,
    cacheBytes: condition?.cache?.bytes ?? null,
    kernel: report?.kernel ?? null,
    software: host.software,
    advisories: advisoriesOf(report),
    lastError:
      condition?.lastError == null
        ? null
        : { at: condition.lastError.at, message: condition.lastError.message },
    loopLag: condition?.loopLag ?? null,
    restarted: condition?.restarted ?? null,
  };
}

/** @param nowMs the api's clock */
export function observe(host: Judgehost, nowMs: number): HostObservation {
  const { condition } = host;
  const figuresAgeMs = host.report?.ageMs ?? 0;
  // What was true then is not known now; the number of slots is.
  const report = figuresAgeMs < oldFiguresMs ? host.report : null;
  const slots = Math.max(1, host.slots.length || (host.report?.cpus.slots ?? 1));
  const allowed = condition?.allowed;
  return {
    name: host.name,
    wanted: host.mode === 'on' || host.running > 0,
    silentMs: host.lastSeenAt === null ? null : Math.max(0, nowMs - Date.parse(host.lastSeenAt)),
    figuresAgeMs,
    slots,
    load1: report?.load[0] ?? null,
    runnable: report?.vitals?.tasks.running ?? null,
    blocked:
      report === null
        ? null
        : report.dState.waits.map(({ where, what, count, longestMs }) => ({
            where,
            what: what?.split(':')[0] ?? null,
            count,
            longestMs: longestMs ?? 0,
          })),
    gap: condition?.gap ?? null,
    throttledShare: throttledShare(report),
    cpuDrift: condition?.calibration?.cpuDrift ?? null,
    wallDrift: condition?.calibration?.wallDrift ?? null,
    skew:
      condition?.clock == null
        ? null
        : { ms: condition.clock.skewMs, roundTripMs: condition.clock.roundTripMs },
    unhealthy:
      condition?.state === 'unhealthy'
        ? {
            words: unhealthyWords(condition.reasons, allowed ?? null),
            timesBound: Math.max(
              0,
              ...condition.reasons.map(({ state, timesBound = 1 }) =>
                state === 'unhealthy' ? timesBound : 0,
              ),
            ),
          }
        : null,
    untrusted: condition?.untrusted ?? null,
    disk: report?.disk ?? null,
    broken: {
      slots: host.slots.filter(({ state }) => state === 'broken').length,
      why: condition?.slotTrouble ?? null,
    },
    loopLag: condition?.loopLag ?? null,
    restarted: restartOf(condition, nowMs),
  };
}

function restartOf(condition: Judgehost['condition'], nowMs: number): HostObservation['restarted'] {
  if (condition === null || condition.restarted === undefined) return null;
  if (condition.restarted === null) return 'none';
  const { at, why } = condition.restarted;
  return { at, why, agoMs: Math.max(0, nowMs - Date.parse(at)) };
}

/** Where most of those wait of which it is known. */
function blockedOf(report: HostReport): HostRow['blocked'] {
  const waits = stuckWaits(report);
  const top = waits.filter(({ where }) => where !== unknownPlace).toSorted((a, b) => b.count - a.count)[0];
  return {
    count: tasksIn(waits),
    where: top === undefined ? null : (top.what?.split(':')[0] ?? top.where),
    there: top?.count ?? 0,
    longestMs: longestWaitMs(waits),
  };
}

function advisoriesOf(report: HostReport | null): HostRow['advisories'] {
  const counts = { critical: 0, warning: 0, info: 0 };
  for (const { severity } of report?.advisories ?? []) counts[severity] += 1;
  return counts;
}
