/** /proc/<pid>/stack: the functions of the kernel a task sleeps in, the innermost first. */

/** How sleeping itself looks: these say that a task waits, not what for. */
const sleepers =
  /^(__)?(schedule(_.*)?|io_schedule(_.*)?|wait_for_(common|completion).*|__wait_for_common|mutex_lock.*|__mutex_lock.*|down_(read|write)(_.*)?|rwsem_(down|optimistic).*|percpu_(down|rwsem).*|rt_mutex.*|bit_wait.*|out_of_line_wait.*|wait_on_bit.*|prepare_to_wait.*|rcu_sync_enter)$/;

/** `[<0>] cgroup_kn_lock_live+0x2d/0xa0` → `cgroup_kn_lock_live`; suffixes of the compiler (`.isra.0`) are left out. */
export function parseKernelStack(text: string): string[] {
  return [...text.matchAll(/^\[<[0-9a-f]+>\]\s+([\w.]+)\+0x/gm)].map(([, name]) => functionName(name ?? ''));
}

export function functionName(symbol: string): string {
  return symbol.split(/\.(?:isra|constprop|part|cold|llvm)\b/, 1)[0] ?? '';
}

/** The first function that is not sleeping itself; where there is none, the innermost. Null for an empty stack. */
export function waitingFunction(frames: readonly string[]): string | null {
  return frames.find((frame) => !sleepers.test(frame)) ?? frames[0] ?? null;
}
