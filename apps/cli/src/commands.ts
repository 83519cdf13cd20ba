import type { Command } from './platform/command.ts';

/** Every command, loaded only when it is called: `status` need not load a sandbox. */
export const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  up: () => import('./commands/up.ts'),
  down: () => import('./commands/down.ts'),
  status: () => import('./commands/status.ts'),
  test: () => import('./commands/test.ts'),
  doctor: () => import('./commands/doctor.ts'),
  judge: () => import('./commands/judge.ts'),
  verify: () => import('./commands/verify.ts'),
  generate: () => import('./commands/generate.ts'),
  import: () => import('./commands/import.ts'),
  burnin: () => import('./commands/burnin.ts'),
  fuzz: () => import('./commands/fuzz.ts'),
  bench: () => import('./commands/bench.ts'),
  rootfs: () => import('./commands/rootfs.ts'),
  contest: () => import('./commands/contest.ts'),
  team: () => import('./commands/team.ts'),
  user: () => import('./commands/user.ts'),
  judgehost: () => import('./commands/judgehost.ts'),
};
