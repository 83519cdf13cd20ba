import { parseArgs } from 'node:util';
import type { Advisory, HostReport } from '@sandglass/contracts';
import { createHostReader, formatCpuList, type SlotPlacement } from '@sandglass/host-health';
import { findLanguage } from '@sandglass/languages';
import { surveyToolchains, type MissingToolchain, type Toolchain } from '@sandglass/languages/detect';
import { probe, type ProbeReport } from '@sandglass/sandbox';
import type { Command } from '../command.ts';
import { mebibytes } from '../local-judging/text-table.ts';

export const command: Command = {
  name: 'doctor',
  summary: 'what this host is, and what will be weaker here and why',
  usage: `Usage: ./sandglass doctor [--json]

Kernel, control groups, usable CPUs and how they were derived, slots, compilers, what the
sandbox can use, and advice. Without root the sandbox cannot be tried, and less is known.

Exit status 0 when this host can judge (or that cannot be told without root), else 1.`,
  async run(argv) {
    const { values } = parseArgs({ args: [...argv], options: { json: { type: 'boolean', default: false } } });
    const diagnosis = await diagnose();
    console.log(values.json ? JSON.stringify(asJson(diagnosis)) : asText(diagnosis));
    return canJudge(diagnosis) ? 0 : 1;
  },
};

type Sandbox =
  | { readonly tried: true; readonly report: ProbeReport }
  | { readonly tried: false; readonly reason: string; readonly needsRoot: boolean };

interface Diagnosis {
  readonly report: HostReport;
  readonly slots: readonly SlotPlacement[];
  readonly found: readonly Toolchain[];
  readonly missing: readonly MissingToolchain[];
  readonly sandbox: Sandbox;
}

async function diagnose(): Promise<Diagnosis> {
  const reader = createHostReader({ diskPath: process.cwd() });
  const [report, { found, missing }, sandbox] = await Promise.all([
    reader.read(),
    surveyToolchains(),
    trySandbox(),
  ]);
  const { slots } = await reader.plan();
  return { report, slots, found, missing, sandbox };
}

async function trySandbox(): Promise<Sandbox> {
  const needsRoot = process.getuid?.() !== 0 && process.env['SANDGLASS_BROKER_FD'] === undefined;
  try {
    return { tried: true, report: await probe() };
  } catch (error) {
    return { tried: false, needsRoot, reason: error instanceof Error ? error.message : String(error) };
  }
}

function canJudge({ sandbox, found }: Diagnosis): boolean {
  const sandboxWorks = sandbox.tried ? sandbox.report.usable : sandbox.needsRoot;
  return sandboxWorks && found.length > 0;
}

function headline(diagnosis: Diagnosis): string {
  if (!canJudge(diagnosis)) return 'CANNOT judge';
  return diagnosis.sandbox.tried ? 'can judge' : 'whether it can judge is seen when root asks';
}

function asJson(diagnosis: Diagnosis): unknown {
  const { report, slots, found, missing, sandbox } = diagnosis;
  return {
    ...report,
    canJudge: canJudge(diagnosis),
    slots,
    compilers: found.map(({ language, path, version }) => ({ language, path, version })),
    missingCompilers: missing,
    sandbox: sandbox.tried ? sandbox.report : { usable: null, reason: sandbox.reason },
    weaker: weaknesses(diagnosis),
  };
}

/** What will be weaker here and why, from the sandbox's own trial and the host's advice. */
function weaknesses({ sandbox, report }: Diagnosis): string[] {
  const fromSandbox = sandbox.tried
    ? sandbox.report.weaker
    : [`The sandbox was not tried: ${sandbox.reason}`];
  return [...fromSandbox, ...report.advisories.map(({ title, what }) => `${title}: ${what}`)];
}

function asText(diagnosis: Diagnosis): string {
  const { report, slots, found, missing, sandbox } = diagnosis;
  const lines = [
    `${report.hostname}: ${headline(diagnosis)}`,
    '',
    `Kernel    ${report.kernel} on ${report.arch}, ${report.cpuModel}`,
    `cgroups   ${cgroupLine(report, sandbox)}`,
    `CPUs      ${report.cpus.summary}`,
    ...report.cpus.bounds.map(
      ({ source, cpus, detail }) => `            ${source}: ${String(cpus)} (${detail})`,
    ),
    `Slots     ${slots.map(({ ordinal, cpus, node }) => `${String(ordinal)} on CPU ${formatCpuList(cpus)} (node ${String(node)})`).join(', ')}`,
    `Memory    ${mebibytes(report.memory.totalBytes)} MiB, ${mebibytes(report.memory.availableBytes)} MiB available, swap ${mebibytes(report.memory.swapTotalBytes)} MiB`,
    `Load      ${report.load.join(' ')}; ${String(report.dState.count)} tasks in D state`,
    `Sandbox   ${sandboxLine(sandbox)}`,
    '',
    'Compilers',
    ...found.map(({ language, path, version }) => `  ${nameOf(language).padEnd(10)}${path}: ${version}`),
    ...missing.map(({ language, reason }) => `  ${nameOf(language).padEnd(10)}missing: ${reason}`),
  ];
  if (sandbox.tried && sandbox.report.weaker.length > 0)
    lines.push('', 'Weaker here', ...sandbox.report.weaker.map((text) => `  - ${text}`));
  if (report.advisories.length > 0) lines.push('', 'Advice', ...report.advisories.flatMap(adviceLines));
  return lines.join('\n');
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

function adviceLines({ severity, title, what, remedy }: Advisory): string[] {
  return [`  [${severity}] ${title}`, `      ${what}`, `      Remedy: ${remedy}`];
}

function nameOf(language: string): string {
  return findLanguage(language)?.name ?? language;
}
