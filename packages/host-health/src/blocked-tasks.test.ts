import { hostReportSchema } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { BlockedTasks } from './blocked-tasks.ts';
import { parseKernelStack, waitingFunction } from './kernel-stack.ts';
import { explainWait, kernelWaits } from './kernel-waits.ts';
import { MemoryTree } from './test-machine.ts';

interface Task {
  readonly pid: number;
  readonly name?: string;
  readonly state?: string;
  readonly started?: number;
  readonly switches?: number;
  readonly wchan?: string;
  readonly stack?: readonly string[];
  /** Beside the first thread, which the fields above are of. */
  readonly threads?: readonly Task[];
}

function taskFiles(tasks: readonly Task[], root = '/proc'): Record<string, string> {
  const files = tasks.flatMap(({ pid, name = 'task', state = 'D', started = 100, ...more }) => {
    const folder = `${root}/${String(pid)}`;
    const zeros = `${'0 '.repeat(16)}${String(1 + (more.threads?.length ?? 0))} 0`;
    const stack = more.stack?.map((frame) => `[<0>] ${frame}+0x1a/0x90\n`).join('');
    return [
      [`${folder}/stat`, `${String(pid)} (${name}) ${state} ${zeros} ${String(started)} 0\n`],
      [`${folder}/status`, `Name:\t${name}\nvoluntary_ctxt_switches:\t${String(more.switches ?? 7)}\n`],
      [`${folder}/wchan`, more.wchan ?? '0'],
      ...(stack === undefined ? [] : [[`${folder}/stack`, stack]]),
      ...Object.entries(taskFiles(more.threads ?? [], `${folder}/task`)),
    ];
  });
  return Object.fromEntries(files as [string, string][]);
}

const watch = (tasks: readonly Task[], stacks = true) =>
  new BlockedTasks(new MemoryTree(taskFiles(tasks)), { stacks });

/** As the judgehost of the field report showed them. */
const freeingIpc = ['__wait_rcu_gp', 'synchronize_rcu', 'kern_unmount', 'free_ipc', 'process_one_work'];
const removingGroup = [
  'rwsem_down_write_slowpath',
  'unregister_shrinker',
  'deactivate_locked_super',
  'cleanup_mnt',
];
const lockingGroup = ['__mutex_lock.isra.0', 'cgroup_kn_lock_live', 'cgroup_rmdir', 'kernfs_iop_rmdir'];

describe('blocked tasks', () => {
  it('are grouped by the first function that is not sleeping itself, with what it means', async () => {
    const state = await watch([
      { pid: 10, name: 'runguard', stack: lockingGroup },
      { pid: 11, name: 'runguard', stack: lockingGroup },
      { pid: 12, name: 'judgedaemon', stack: lockingGroup },
      { pid: 13, name: 'kworker/3:1+events', stack: freeingIpc },
      { pid: 14, name: 'runguard', stack: removingGroup },
      { pid: 15, name: 'plain', state: 'S', stack: ['do_sys_poll'] },
    ]).read(0);
    expect(hostReportSchema.shape.dState.parse(state)).toEqual(state);
    expect(state.count).toBe(5);
    expect(state.waits.map(({ where, count, tasks }) => [where, count, tasks])).toEqual([
      ['cgroup_kn_lock_live', 3, ['judgedaemon', 'runguard']],
      ['__wait_rcu_gp', 1, ['kworker/3:1+events']],
      ['unregister_shrinker', 1, ['runguard']],
    ]);
    expect(state.waits.map(({ what }) => what?.split(':')[0])).toEqual([
      'cgroup_mutex',
      'IPC namespaces',
      'shrinker_rwsem',
    ]);
  });

  it('are threads as well as processes, also of a process whose first thread sleeps or has ended', async () => {
    const threads = (first: number, count: number, more: Partial<Task> = {}): Task[] =>
      Array.from({ length: count }, (_, index) => ({ pid: first + index, ...more }));
    const state = await watch([
      {
        pid: 100,
        name: 'java',
        state: 'S',
        threads: [
          ...threads(101, 20, { name: 'C2 Compiler', stack: lockingGroup }),
          { pid: 121, state: 'S' },
        ],
      },
      { pid: 200, name: 'qemu', state: 'Z', threads: threads(201, 2, { name: 'CPU 0/KVM' }) },
      { pid: 300, name: 'cp' },
    ]).read(0);
    expect(state.count).toBe(23);
    expect(state.waits).toMatchObject([
      { where: 'cgroup_kn_lock_live', count: 20, tasks: ['C2 Compiler'] },
      { where: 'unknown', count: 3, tasks: ['CPU 0/KVM', 'cp'] },
    ]);
  });

  it('of a process with thousands of threads hide none of another', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => ({ pid: 1000 + index }));
    const state = await watch([
      { pid: 1, state: 'S', threads: many },
      { pid: 2, state: 'S', threads: [{ pid: 9000 }] },
    ]).read(0);
    expect(state.count).toBe(256 + 1);
  });

  it('are looked for among a thousand threads of all processes, however many there are', async () => {
    const busy = Array.from({ length: 8 }, (_, index) => ({
      pid: 10_000 * (index + 1),
      state: 'S',
      threads: Array.from({ length: 200 }, (_, thread) => ({ pid: 10_000 * (index + 1) + 1 + thread })),
    }));
    expect((await watch(busy).read(0)).count).toBe(1000);
  });

  it('wait for what the stacks say that somebody with more rights has read', async () => {
    const tasks = [{ pid: 1 }, { pid: 2 }, { pid: 3 }];
    const where = '__wait_rcu_gp';
    const view = async () => ({
      blocked: [
        { pid: 1, wchan: where, stack: [where, 'synchronize_rcu', 'kern_unmount', 'free_ipc.isra.0'] },
        { pid: 2, wchan: where, stack: [] },
        { pid: 3, wchan: where },
      ],
      namespaces: [],
    });
    const state = await new BlockedTasks(new MemoryTree(taskFiles(tasks)), { view }).read(0);
    expect(state.waits).toMatchObject([
      {
        where,
        count: 3,
        what: expect.stringMatching(/^IPC namespaces: /),
        frames: [where, 'synchronize_rcu', 'kern_unmount', 'free_ipc'],
      },
    ]);
  });

  it('wait where somebody with more rights says, where the kernel hides it from us', async () => {
    const tasks = [
      { pid: 1, wchan: '0' },
      { pid: 2, wchan: '0' },
      { pid: 3, wchan: 'copy_net_ns' },
    ];
    const view = async () => ({ blocked: [{ pid: 1, wchan: 'fuse_get_req' }], namespaces: [] });
    const state = await new BlockedTasks(new MemoryTree(taskFiles(tasks)), { view }).read(0);
    expect(state.waits.map(({ where, what }) => [where, what?.split(':')[0]])).toEqual([
      ['copy_net_ns', 'network namespaces'],
      ['fuse_get_req', 'FUSE'],
      ['unknown', undefined],
    ]);
    const failing = async () => Promise.reject(new Error('the broker is silent'));
    const alone = await new BlockedTasks(new MemoryTree(taskFiles(tasks)), { view: failing }).read(0);
    expect(alone.count).toBe(3);
  });

  it('wait where wchan says if the stack may not be read, or at an unknown place', async () => {
    const state = await watch(
      [
        { pid: 1, wchan: 'copy_net_ns', stack: ['cgroup_kn_lock_live'] },
        { pid: 2, wchan: '0' },
      ],
      false,
    ).read(0);
    expect(state.waits.map(({ where, what }) => [where, what?.split(':')[0]])).toEqual([
      ['copy_net_ns', 'network namespaces'],
      ['unknown', undefined],
    ]);
  });

  it('are timed from the first reading that saw the same wait', async () => {
    const files = taskFiles([{ pid: 5 }, { pid: 6 }]);
    const tree = new MemoryTree(files);
    const tasks = new BlockedTasks(tree);
    expect((await tasks.read(1000)).waits[0]?.longestMs).toBe(0);
    expect((await tasks.read(3000)).waits[0]).toMatchObject({ longestMs: 2000, lasting: 0 });
    expect((await tasks.read(4000)).waits[0]).toMatchObject({ longestMs: 3000, lasting: 2 });
    // Both sleep again: one woke in between, the other's number was given to a new process.
    tree.write(
      taskFiles([
        { pid: 5, switches: 8 },
        { pid: 6, started: 900 },
      ]),
    );
    expect((await tasks.read(5000)).waits[0]?.longestMs).toBe(0);
    expect((await tasks.read(6500)).waits[0]?.longestMs).toBe(1500);
    // A wait that ended is forgotten.
    tree.write(
      taskFiles([
        { pid: 5, switches: 8, state: 'S' },
        { pid: 6, started: 900, state: 'R' },
      ]),
    );
    expect(await tasks.read(7000)).toEqual({ count: 0, waits: [] });
    tree.write(files);
    expect((await tasks.read(8000)).waits[0]?.longestMs).toBe(0);
  });

  it('are recognised under names that hold blanks, parentheses and states', async () => {
    const state = await watch([
      { pid: 1, name: 'a) D (b' },
      { pid: 2, name: 'x) D', state: 'R' },
      { pid: 3, name: ') S (', state: 'D' },
    ]).read(0);
    expect(state.waits[0]?.tasks).toEqual([') S (', 'a) D (b']);
  });
});

describe('a kernel stack', () => {
  it('is read without offsets and without what the compiler appended', () => {
    expect(
      parseKernelStack('[<0>] __mutex_lock.isra.0+0x1a/0x90\n[<0>] proc_cgroup_show+0x4f/0x2a0\nnothing\n'),
    ).toEqual(['__mutex_lock', 'proc_cgroup_show']);
    expect(parseKernelStack('[<ffffffff810>] old_style+0x1/0x2\n')).toEqual(['old_style']);
  });

  it('of nothing but sleeping waits at its innermost function', () => {
    expect(waitingFunction(['schedule_timeout', 'wait_for_completion'])).toBe('schedule_timeout');
    expect(waitingFunction([])).toBeNull();
  });
});

describe('the explanation of a wait', () => {
  it.each<[string, string[]]>([
    ['freezer', ['__refrigerator', 'get_signal']],
    ['vfork', ['wait_for_completion_killable', 'kernel_clone', '__do_sys_vfork']],
    ['network namespaces', ['down_read_killable', 'copy_net_ns', 'copy_process', 'kernel_clone']],
    ['cgroup_mutex', ['percpu_rwsem_wait', 'cgroup_can_fork', 'copy_process', 'kernel_clone']],
    ['core dump', ['wait_for_dump_helpers', 'do_coredump', 'get_signal']],
    ['IPC namespaces', freeingIpc],
    ['network namespaces', ['down_read_killable', 'copy_net_ns', 'create_new_namespaces']],
    ['cgroup_mutex', lockingGroup],
    ['cgroup_mutex', ['percpu_down_write', 'cgroup_procs_write_start', '__cgroup_procs_write']],
    ['shrinker_rwsem', removingGroup],
    ['mounts', ['rwsem_down_write_slowpath', 'namespace_lock', 'path_umount']],
    ['RCU', ['rcu_barrier', 'something']],
    ['NFS', ['rpc_wait_bit_killable', '__rpc_execute', 'nfs4_do_open']],
    ['FUSE', ['request_wait_answer', 'fuse_simple_request']],
    ['memory reclaim', ['throttle_direct_reclaim', 'try_to_free_pages']],
    ['address space', ['rwsem_down_read_slowpath', 'do_user_addr_fault', 'exc_page_fault']],
    ['block I/O', ['io_schedule', 'folio_wait_bit_common', 'filemap_get_pages']],
    ['block I/O', ['jbd2_log_wait_commit', 'ext4_sync_file']],
  ])('%s', (name, stack) => {
    expect(explainWait(stack)?.name).toBe(name);
  });

  it('is there for every name once, and none where nothing is known', () => {
    const names = kernelWaits.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(explainWait(['some_driver_ioctl'])).toBeNull();
  });
});
