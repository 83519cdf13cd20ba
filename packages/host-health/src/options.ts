/** How many slots are wanted, and which cores they may have. */
export interface SlotWishes {
  /** Slots wanted by configuration; null or absent: as many as there are usable cores. */
  readonly slots?: number | null;
  /** `idle` (default): one slot per physical core. `use`: one per hardware thread. */
  readonly smt?: 'idle' | 'use';
  /** Physical cores reserved for the system, not for slots. Default 0. */
  readonly reserve?: number;
}

/** The host's tasks as root sees them. */
export interface ProcessView {
  /** Tasks in state D, the function of the kernel each waits in, and of some the stack, innermost first. */
  readonly blocked: readonly {
    readonly pid: number;
    readonly wchan: string;
    readonly stack?: readonly string[];
  }[];
  readonly namespaces: readonly { readonly kind: string; readonly count: number }[];
  /** Whether the clock of the day follows a time server; null or absent: unknown. */
  readonly clockSynchronised?: boolean | null;
}

/** Options of every reader here. */
export interface HostOptions extends SlotWishes {
  /** Folder in place of `/`: the host itself, or a recorded tree in a test. Default `/`. */
  readonly root?: string;
  /** Folder whose file system is watched; null or absent: none. Relative to the real `/`. */
  readonly diskPath?: string | null;
  /** Read kernel stacks of blocked tasks: for commands run by root, not for services (see BlockedTaskOptions). */
  readonly stacks?: boolean;
  /** Asks somebody who may look at all processes (the sandbox's broker). Absent: what this process may see itself. */
  readonly view?: (options: { readonly namespaces: boolean }) => Promise<ProcessView>;
  /** The instant of a report, for tests; durations go by `performance.now()`. Default: the clock. */
  readonly now?: () => Date;
}
