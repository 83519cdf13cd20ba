/** What tasks in the kernel wait for, as far as a function's name shows, and what it means for judging. */

import { waitingFunction } from './kernel-stack.ts';

export interface KernelWait {
  /** What is waited for, in a word or two. */
  readonly name: string;
  /** Functions, as in a stack or in wchan. */
  readonly functions: RegExp;
  /** Only where the task sleeps in one of them itself: every clone that hangs came there by way of kernel_clone. */
  readonly innermost?: true;
  readonly meaning: string;
}

/** The more special first: a stack may show several of them. */
export const kernelWaits: readonly KernelWait[] = [
  {
    name: 'freezer',
    innermost: true,
    functions: /^(__refrigerator|do_freezer_trap|__cgroup_freeze)/,
    meaning: 'Stopped on purpose by the freezer of control groups.',
  },
  {
    name: 'vfork',
    innermost: true,
    functions: /^(wait_for_vfork_done|kernel_clone|_do_fork)/,
    meaning: 'A parent that waits for its child to start a program: harmless, and soon over.',
  },
  {
    name: 'core dump',
    functions: /(coredump|wait_for_dump_helpers|dump_emit|elf_core_dump)/,
    meaning:
      'A crashed program is being written out or handed to a handler: see the advisory core-pattern-pipe.',
  },
  {
    name: 'IPC namespaces',
    functions: /^(free_ipc|put_ipc_ns|copy_ipcs|create_ipc_ns|mq_put_mnt|free_ipc_ns)/,
    meaning:
      'IPC namespaces are made or freed. Before Linux 6.3 each one freed waits for an RCU grace period of its own.',
  },
  {
    name: 'network namespaces',
    functions: /^(copy_net_ns|setup_net|cleanup_net|net_alloc|register_pernet|unshare_nsproxy|rtnl_lock)/,
    meaning:
      'Network namespaces are made or freed, one at a time on the whole host. Somebody makes many of them.',
  },
  {
    name: 'cgroup_mutex',
    functions:
      /^(cgroup_kn_lock|cgroup_lock|cgroup_mkdir|cgroup_rmdir|cgroup_apply|cgroup_drain|cgroup_procs_write|cgroup_migrate|cgroup_can_fork|cgroup_attach|__cgroup_procs|__cgroup1_procs|cgroup1_|cgroup_subtree|cgroup_destroy|cgroup_destroy_locked|proc_cgroup|css_|cgroup_file|cgroup_threadgroup|cpuset_)/,
    meaning:
      'Changes to control groups wait for one lock of the whole host, or for the grace period that attaching needs. Somebody makes, removes or fills many groups.',
  },
  {
    name: 'shrinker_rwsem',
    functions: /(shrinker|^alloc_super|^sget_fc|^deactivate_locked_super|^shrink_slab)/,
    meaning:
      'Mounting and memory groups wait while the kernel walks its shrinkers to reclaim memory; many memory groups or mounts make that long.',
  },
  {
    name: 'mounts',
    functions:
      /^(namespace_(lock|unlock)|copy_mnt_ns|attach_recursive|do_(new_)?mount|path_mount|path_umount|do_umount|lock_mount|kern_unmount|cleanup_mnt)/,
    meaning: 'Mounts and unmounts wait for one lock of the whole host. Somebody makes many mount namespaces.',
  },
  {
    name: 'BPF filters',
    functions:
      /^(bpf_prog_pack_free|bpf_prog_pack_alloc|bpf_jit_free|bpf_jit_binary_pack|bpf_prog_free_deferred|__purge_vmap_area_lazy|purge_vmap_node|drain_vmap_area_work|_?vm_unmap_aliases)/,
    meaning:
      'Socket and seccomp filters are made or freed, and the kernel memory of freed ones is taken back, under one lock of the whole host. Where many wait for long it never ends: see the advisory bpf-filters-stuck.',
  },
  {
    name: 'RCU',
    functions: /(synchronize_rcu|wait_rcu_gp|rcu_barrier|synchronize_srcu|rcu_gp|cond_synchronize)/,
    meaning:
      'A grace period: every CPU must have passed a quiet point. It takes milliseconds, more when CPUs are busy in the kernel.',
  },
  {
    name: 'NFS',
    functions: /^(nfs|rpc_|xprt_|__rpc_)/,
    meaning: 'A file server on the network does not answer, or slowly. Judging must not depend on one.',
  },
  {
    name: 'FUSE',
    functions: /(fuse_|^request_wait_answer)/,
    meaning: 'A file system made by a process does not answer.',
  },
  {
    name: 'memory reclaim',
    functions:
      /^(shrink_|try_to_free|do_try_to_free|throttle_direct|mem_cgroup|try_charge|reclaim_|congestion_wait|balance_dirty|__alloc_pages|kswapd)/,
    meaning: 'Memory must be made free first: the host or a group is short of it.',
  },
  {
    name: 'address space',
    functions:
      /^(mmap_(read|write)_lock|do_user_addr_fault|exc_page_fault|exit_mm|vm_mmap|__vm_munmap|lock_mm)/,
    meaning: 'Threads of one process wait for each other while its memory map changes.',
  },
  {
    name: 'block I/O',
    functions:
      /^(blk_|blkdev_|submit_bio|bio_|wait_on_page|wait_on_buffer|folio_wait|__lock_page|folio_lock|filemap_|jbd2_|ext4_|xfs_|xlog_|btrfs_|f2fs_|md_|dm_|nvme_|scsi_|sync_inodes|do_fsync|get_request|rq_qos|wbt_|swap_|read_swap|__bread|dio_|iomap_|io_schedule)/,
    meaning: 'A disk is slow or busy.',
  },
];

/** The explanation of a wait by the functions of its stack, the innermost first; null when none is known. */
export function explainWait(functions: readonly string[]): KernelWait | null {
  const own = waitingFunction(functions) ?? '';
  return (
    kernelWaits.find((wait) =>
      wait.innermost === true
        ? wait.functions.test(own)
        : functions.some((name) => wait.functions.test(name)),
    ) ?? null
  );
}
