/** The diagnosis for people. */
import type { Advisory, HostReport } from '@sandglass/contracts';
import { findLanguage } from '@sandglass/languages';
import type { ProbeReport } from '@sandglass/sandbox';
import { mebibytes } from '../local-judging/text-table.ts';
import { conditionOf, obstacles, type Diagnosis, type Sandbox } from './diagnosis.ts';
import { drawPlacement, explainPlacement, slotCpus } from './placement-drawing.ts';

export function diagnosisAsText(diagnosis: Diagnosis): string {
  const { report, plan, sandbox } = diagnosis;
  const { cpus, memory, load } = report;
  return [
    `${report.hostname}: ${headline(diagnosis)}`,
    '',
    `Kernel    ${report.kernel} on ${report.arch}, ${report.cpuModel}`,
    `cgroups   ${cgroupLine(report, sandbox)}`,
    `Memory    ${mebibytes(memory.totalBytes)} MiB, ${mebibytes(memory.availableBytes)} MiB available, swap ${mebibytes(memory.swapTotalBytes)} MiB`,
    `Load      ${load.join(' ')}; ${String(report.dState.count)} tasks in D state`,
    ...report.dState.waits.map(({ where, count, tasks, what }) =>
      `            ${String(count)} in ${where} (${(tasks ?? []).join(', ')}) ${what ?? ''}`.trimEnd(),
    ),
    `Machine   ${cpus.machine ?? 'unknown'}`,
    `CPUs      ${cpus.summary}`,
    ...derivationLines(cpus),
    `Slots     ${String(cpus.slots)} on CPU ${slotCpus(plan)}`,
    ...indented(12, [...drawPlacement(plan), ...explainPlacement(plan)]),
    `Sandbox   ${sandboxLine(sandbox)}`,
    ...(sandbox.tried ? indented(12, probeLines(sandbox.report)) : []),
    ...compilerLines(diagnosis),
    ...weakerLines(sandbox),
    ...adviceLines(report.advisories),
  ].join('\n');
}

function headline(diagnosis: Diagnosis): string {
  const condition = conditionOf(diagnosis);
  if (condition === 'unusable') return `must NOT judge: ${obstacles(diagnosis).join('; ')}`;
  if (!diagnosis.sandbox.tried) return 'whether it can judge is seen when root asks';
  return condition === 'fine' ? 'can judge' : 'can judge, but is weaker than it could be';
}

/** Every bound in the order it was looked at; the one that decided is marked. */
function derivationLines({ bounds, slots }: HostReport['cpus']): string[] {
  const decider = bounds.find(({ cpus }) => Math.max(1, Math.floor(cpus)) === slots);
  const width = Math.max(...bounds.map(({ source }) => source.length));
  return bounds.map((bound) => {
    const mark = bound === decider ? '  < decides' : '';
    return `${String(bound.cpus).padStart(14)}  ${bound.source.padEnd(width)}  ${bound.detail}${mark}`;
  });
}

function cgroupLine({ cgroupMode }: HostReport, sandbox: Sandbox): string {
  if (!sandbox.tried) return cgroupMode;
  const controllers = Object.entries(sandbox.report.cgroup.controllers);
  return `${cgroupMode}: ${controllers.map(([name, where]) => `${name} ${where}`).join(', ')}`;
}

function sandboxLine(sandbox: Sandbox): string {
  if (sandbox.tried) return sandbox.report.usable ? 'works' : 'cannot be used';
  return sandbox.needsRoot ? 'not tried: run this as root to try it' : `does not work: ${sandbox.reason}`;
}

function probeLines(report: ProbeReport): string[] {
  const { cgroup, namespaces } = report;
  const parts = (facts: Readonly<Record<string, boolean>>) =>
    Object.entries(facts)
      .map(([name, there]) => `${name} ${there ? 'yes' : 'NO'}`)
      .join(', ');
  return [
    `groups: ${parts({ 'born inside': cgroup.cloneInto, peak: cgroup.memoryPeak, 'peak reset': cgroup.memoryPeakReset, 'swap counted': cgroup.swapAccounting, kill: cgroup.kill })}`,
    `namespaces: ${parts({ ...namespaces })}`,
    `kernel: ${parts({ seccomp: report.seccomp, sysinfo: report.sysinfo, open_tree: report.openTree, mount_setattr: report.mountSetattr, 'proc subset': report.procSubset, 'delay accounting': report.delayAccounting, schedstat: report.scheduleStatistics })}`,
  ];
}

function compilerLines({ found, missing }: Diagnosis): string[] {
  return [
    '',
    'Compilers',
    ...found.map(({ language, path, version }) => `  ${nameOf(language).padEnd(12)}${path}: ${version}`),
    ...missing.map(
      ({ language, reason, packages }) =>
        `  ${nameOf(language).padEnd(12)}not enabled here (Debian: ${packages.join(' ')}): ${reason}`,
    ),
  ];
}

function weakerLines(sandbox: Sandbox): string[] {
  if (!sandbox.tried || sandbox.report.weaker.length === 0) return [];
  return ['', 'Weaker here', ...sandbox.report.weaker.map((text) => `  - ${text}`)];
}

const severities = ['critical', 'warning', 'info'] as const;

/** The most pressing first. */
function adviceLines(advisories: readonly Advisory[]): string[] {
  if (advisories.length === 0) return [];
  const sorted = severities.flatMap((severity) => advisories.filter((one) => one.severity === severity));
  return [
    '',
    'Advice',
    ...sorted.flatMap(({ id, severity, title, what, remedy, source }) => [
      `  [${severity}] ${title} (${id})`,
      `      ${what}`,
      `      Remedy: ${remedy}`,
      ...(source === undefined ? [] : [`      Source: ${source}`]),
    ]),
  ];
}

function indented(blanks: number, lines: readonly string[]): string[] {
  return lines.map((line) => `${' '.repeat(blanks)}${line}`);
}

function nameOf(language: string): string {
  return findLanguage(language)?.name ?? language;
}
