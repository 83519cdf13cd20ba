/** What `./sandglass doctor` finds out, and what it makes of it. */
import type { HostReport } from '@sandglass/contracts';
import { createHostReader, type CpuPlan, type SlotWishes } from '@sandglass/host-health';
import { surveyToolchains, type MissingToolchain, type Toolchain } from '@sandglass/languages/detect';
import { hostView, probe, type ProbeReport } from '@sandglass/sandbox';

/** The trial of the sandbox. */
export type Sandbox =
  | { readonly tried: true; readonly report: ProbeReport }
  | { readonly tried: false; readonly reason: string; readonly needsRoot: boolean };

export interface Diagnosis {
  readonly report: HostReport;
  readonly plan: CpuPlan;
  readonly found: readonly Toolchain[];
  readonly missing: readonly MissingToolchain[];
  readonly sandbox: Sandbox;
}

/** `fine`: all that is promised holds. `weaker`: it can judge, but something is missing. `unusable`: it must not judge. */
export type Condition = 'fine' | 'weaker' | 'unusable';

export async function diagnose(wishes: SlotWishes): Promise<Diagnosis> {
  const reader = createHostReader({ ...wishes, diskPath: process.cwd(), stacks: true, view: hostView });
  const [report, { found, missing }, sandbox] = await Promise.all([
    reader.read(),
    surveyToolchains(),
    trySandbox(),
  ]);
  return { report, plan: await reader.plan(), found, missing, sandbox };
}

async function trySandbox(): Promise<Sandbox> {
  const needsRoot = process.getuid?.() !== 0 && process.env['SANDGLASS_BROKER_FD'] === undefined;
  try {
    return { tried: true, report: await probe() };
  } catch (error) {
    return { tried: false, needsRoot, reason: error instanceof Error ? error.message : String(error) };
  }
}

export function conditionOf(diagnosis: Diagnosis): Condition {
  if (obstacles(diagnosis).length > 0) return 'unusable';
  return weaknesses(diagnosis).length > 0 ? 'weaker' : 'fine';
}

/** Why this host must not judge as it is; none when it may. */
export function obstacles({ sandbox, found, report }: Diagnosis): string[] {
  const reasons: string[] = [];
  if (sandbox.tried && !sandbox.report.usable)
    reasons.push('the sandbox lacks what it needs from the kernel');
  if (!sandbox.tried && !sandbox.needsRoot) reasons.push(`the sandbox does not work: ${sandbox.reason}`);
  if (found.length === 0) reasons.push('no compiler was found');
  const critical = report.advisories.filter(({ severity }) => severity === 'critical');
  return [...reasons, ...critical.map(({ title }) => title)];
}

/** What is weaker than promised here and why: from the sandbox's own trial and the host's warnings. */
export function weaknesses({ sandbox, report }: Diagnosis): string[] {
  const fromSandbox = sandbox.tried
    ? sandbox.report.weaker
    : [`The sandbox was not tried: ${sandbox.reason}`];
  const warnings = report.advisories.filter(({ severity }) => severity !== 'info');
  return [...fromSandbox, ...warnings.map(({ title, what }) => `${title}: ${what}`)];
}
