/** Why a target cannot be tried here; null when it can. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { sandboxExecutable } from '@sandglass/sandbox';
import type { Target } from './target.ts';

export function obstacleTo({ needs }: Target): string | null {
  switch (needs) {
    case 'nothing':
    case 'services':
      return null;
    case 'compiler':
      return spawnSync('make', ['--version']).error === undefined &&
        spawnSync('g++', ['--version']).error === undefined
        ? null
        : 'it needs make and a C++ compiler';
    case 'sandbox':
      if (process.geteuid?.() !== 0) return 'it needs root';
      return existsSync(sandboxExecutable) ? null : 'the sandbox is not built';
  }
}
