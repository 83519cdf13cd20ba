/**
 * All cores of the machine and what each is for, short enough for a report: neighbours for the same purpose are one
 * run.
 */
import type { CoreRun, CoreUse, MachineCores } from '@sandglass/contracts';
import type { CpuPlan } from './cpu-plan.ts';
import type { Cpu } from './cpu-topology.ts';
import { coresOf } from './slot-placement.ts';

export function machineCores(plan: CpuPlan): MachineCores {
  const useOf = coreUses(plan);
  const groups = Map.groupBy(coresOf(plan.topology), ([{ socket, node, l3 }]) =>
    [socket, node, l3 ?? ''].join(' '),
  );
  return {
    groups: [...groups.values()].flatMap((cores) => {
      const place = cores[0]?.[0];
      if (place === undefined) return [];
      const { socket, node, l3 } = place;
      return { socket, node, l3, runs: runsOf(cores, useOf) };
    }),
    nodes: plan.nodes.map(({ number, memoryBytes }) => ({ node: number, memoryBytes })),
  };
}

/** What a core of the plan is for, by its hardware threads. */
export function coreUses(plan: CpuPlan): (core: readonly Cpu[]) => CoreUse {
  const [reserved, slow, usable] = [plan.reserved, plan.slow, plan.derivation.usable].map(
    (cpus) => new Set(cpus),
  );
  return (core) => {
    const isOf = (cpus: ReadonlySet<number> | undefined): boolean =>
      core.some(({ number }) => cpus?.has(number));
    if (isOf(reserved)) return 'kept';
    if (isOf(slow)) return 'slow';
    return isOf(usable) ? 'slots' : 'shut';
  };
}

/** @param cores the lowest number first */
function runsOf(cores: readonly (readonly Cpu[])[], useOf: (core: readonly Cpu[]) => CoreUse): CoreRun[] {
  const runs: CoreRun[] = [];
  for (const core of cores) {
    const use = useOf(core);
    const cpus = core.map(({ number }) => number);
    const run = runs.at(-1);
    const step = run === undefined ? null : stepTo(run, use, cpus);
    if (run === undefined || step === null) runs.push({ use, cpus, count: 1, step: 0 });
    else Object.assign(run, { count: run.count + 1, step });
  }
  return runs;
}

/** The run's step when this core is its next one; null: it is not. */
function stepTo(run: CoreRun, use: CoreUse, cpus: readonly number[]): number | null {
  if (run.use !== use || run.cpus.length !== cpus.length) return null;
  const aheads = cpus.map((cpu, thread) => cpu - (run.cpus[thread] ?? cpu));
  const step = run.count === 1 ? (aheads[0] ?? 0) : run.step;
  return step > 0 && aheads.every((ahead) => ahead === step * run.count) ? step : null;
}
