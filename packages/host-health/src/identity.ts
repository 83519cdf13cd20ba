/** What the host calls itself. */
import os from 'node:os';
import type { Tree } from './tree.ts';

export interface HostIdentity {
  readonly hostname: string;
  readonly kernel: string;
  readonly arch: string;
  readonly cpuModel: string;
}

export async function readIdentity(tree: Tree): Promise<HostIdentity> {
  const [hostname, kernel, arch, cpuinfo] = await Promise.all([
    tree.word('/proc/sys/kernel/hostname'),
    tree.word('/proc/sys/kernel/osrelease'),
    tree.word('/proc/sys/kernel/arch'), // since 6.1
    tree.text('/proc/cpuinfo'),
  ]);
  return {
    hostname: hostname ?? os.hostname(),
    kernel: kernel ?? 'unknown',
    arch: arch ?? os.machine(),
    cpuModel: cpuModelOf(cpuinfo ?? ''),
  };
}

/** x86 has "model name"; ARM mostly only numbers of implementer and part. */
function cpuModelOf(cpuinfo: string): string {
  const named = /^(?:model name|Model|Processor|cpu model)[ \t]*:[ \t]*(\S.*)$/m.exec(cpuinfo)?.[1];
  if (named !== undefined) return named.replaceAll(/\s+/g, ' ').trim();
  const implementer = /^CPU implementer\s*:\s*(\S+)/m.exec(cpuinfo)?.[1];
  const part = /^CPU part\s*:\s*(\S+)/m.exec(cpuinfo)?.[1];
  return implementer === undefined ? 'unknown' : `implementer ${implementer}, part ${part ?? 'unknown'}`;
}
