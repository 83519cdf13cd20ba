import type { HostileProgram } from '../model.ts';

/** What a validator does wrong is our trouble, never the team's: JE. */
export const validator: readonly HostileProgram[] = [
  { file: 'validator/hangs.c', expect: ['JE'], aims: 'bounded-time' },
  { file: 'validator/burns.c', expect: ['JE'], aims: 'bounded-time' },
  { file: 'validator/floods.c', expect: ['JE'], aims: 'host-size' },
  { file: 'validator/forks.c', expect: ['JE'], aims: 'no-process' },
  { file: 'validator/exits-zero.c', expect: ['JE'], aims: 'clean-slot' },
  { file: 'validator/exits-one.c', expect: ['JE'], aims: 'clean-slot' },
  { file: 'validator/writes-its-files.c', expect: ['AC'], aims: 'host-files' },
  { file: 'validator/replaces-feedback.c', expect: ['WA', 'NO'], aims: 'secrets' },
  { file: 'validator/giant-message.c', expect: ['WA', 'NO'], aims: 'supervisor-size' },
  { file: 'validator/kills-itself.c', expect: ['JE'], aims: 'clean-slot' },
  { file: 'validator/eats-memory.c', expect: ['JE'], aims: 'host-size' },
  { file: 'validator/leaves-a-daemon.c', expect: ['AC'], aims: 'no-process' },
  { file: 'validator/copies-the-answer.c', expect: ['AC'], aims: 'clean-slot' },
];
