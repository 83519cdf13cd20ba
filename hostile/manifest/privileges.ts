import type { HostileProgram } from '../model.ts';

export const privileges: readonly HostileProgram[] = [
  {
    file: 'privileges/setuid-programs.c',
    expect: ['exited 0'],
    aims: 'host-files',
    limits: { wallUs: 3_000_000 },
  },
  { file: 'privileges/become-root.c', expect: ['exited 0'], aims: 'no-process' },
  { file: 'privileges/neighbours-uid.c', expect: ['exited 0'], aims: 'no-process' },
  { file: 'privileges/trace-others.c', expect: ['exited 0'], aims: 'supervisor' },
  { file: 'privileges/kernel-files.c', expect: ['exited 0'], aims: 'host-files' },
  { file: 'privileges/namespaces.c', expect: ['exited 0'], aims: 'host-mounts' },
  { file: 'privileges/mounts.c', expect: ['exited 0'], aims: 'host-mounts' },
  { file: 'privileges/chroot-escape.c', expect: ['exited 0'], aims: 'secrets' },
  { file: 'privileges/device-nodes.c', expect: ['exited 0'], aims: 'host-files' },
  { file: 'privileges/file-handles.c', expect: ['exited 0'], aims: 'secrets' },
  { file: 'privileges/made-setuid.c', expect: ['exited 0'], aims: 'host-files' },
];
