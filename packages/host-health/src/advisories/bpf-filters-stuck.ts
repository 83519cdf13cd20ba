import type { AdvisoryRule } from './rule.ts';

const freeing = /^(bpf_prog_pack_free|bpf_jit_free|bpf_prog_free_deferred)$/;
const purging = /^(__purge_vmap_area_lazy|purge_vmap_node|drain_vmap_area_work|_?vm_unmap_aliases)$/;
/** A burst of filters that are freed is over in less. */
const longMs = 10_000;
const many = 8;

export const bpfFiltersStuck: AdvisoryRule = {
  id: 'bpf-filters-stuck',
  severity: 'critical',
  title: 'The kernel hangs while it frees BPF filters',
  applies:
    'eight tasks and more have waited for ten seconds to free a BPF filter, or one has while another takes back unused kernel memory (bpf_prog_pack_free, __purge_vmap_area_lazy)',
  happens:
    'Somebody freed more than a thousand socket or seccomp filters at once. Each is freed by a work of the kernel’s queue "events", which runs 1024 at a time; all of them wait for the lock of bpf_prog_pack_free, and its holder waits in _vm_unmap_aliases for a work of that same queue, which finds no place any more. It never ends: no seccomp filter can be installed, so no slot can be built, and the load stays above 1000. Slots that exist go on judging.',
  remedy:
    'Drain the host and restart the machine: nothing else helps. Then find out whose filters they were: programs in the sandbox may install none.',
  source:
    'seen on Linux 6.12.95 and 6.18.44; kernel/bpf/core.c, mm/vmalloc.c, WQ_DFL_ACTIVE in include/linux/workqueue.h',
  find: ({ dState }) => {
    const at = (place: RegExp) =>
      dState.waits.filter(
        ({ where, frames, longestMs }) =>
          (longestMs ?? 0) >= longMs &&
          (place.test(where) || (frames ?? []).some((frame) => place.test(frame))),
      );
    const count = (waits: typeof dState.waits): number => waits.reduce((sum, wait) => sum + wait.count, 0);
    const waiting = count(at(freeing));
    if (waiting < many && (waiting === 0 || count(at(purging)) === 0)) return null;
    const longest = Math.max(...at(freeing).map(({ longestMs }) => longestMs ?? 0));
    return `${String(waiting)} tasks have waited for up to ${String(Math.round(longest / 1000))} s to free BPF filters.`;
  },
};
