import { cpus, release, totalmem } from 'node:os';
import type { MachineDescription } from './report.ts';

export function describeMachine(): MachineDescription {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    at: new Date().toISOString(),
  };
}

export function machineLine(machine: MachineDescription): string {
  return `${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, Linux ${machine.kernel}, Node ${machine.node}, ${machine.at.slice(0, 16)}Z`;
}
