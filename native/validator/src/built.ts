/** For tests and benchmarks: builds the native part, or says why it cannot be built here. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Built {
  /** Null when built. */
  missing: string | null;
}

/** @param variant `sanitized` stops at the first invalid access or undefined behaviour. */
export function buildValidator(variant: 'shipped' | 'sanitized' = 'shipped'): Built {
  if (spawnSync('g++', ['--version']).error !== undefined) return { missing: 'g++ is not installed' };
  const script = fileURLToPath(new URL('../build.sh', import.meta.url));
  const built = spawnSync(script, variant === 'sanitized' ? ['sanitized'] : [], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`native/validator does not build:\n${built.stderr}`);
  return { missing: null };
}
