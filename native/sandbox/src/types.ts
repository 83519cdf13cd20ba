/** What crosses the sandbox's border, in words a judge uses. All times are microseconds, all sizes bytes. */
import type { Measurement } from '@sandglass/contracts';

/** A read-only mount of one host file or folder. */
export interface Bind {
  /** Host path; opened with the privilege of the calling process. */
  source: string;
  /** Absolute path inside the sandbox. */
  target: string;
}

/** How a slot is built. Everything here is paid once per slot, never per run. */
export interface SlotOptions {
  /** Number of the slot on this host; its user and group id are one of `slotUsers`. */
  ordinal: number;
  /** Default 61000; at least 60000, above the accounts of people. */
  uidBase?: number | undefined;
  /** CPUs the runs are pinned to; default: all the broker may use. */
  cpus?: readonly number[] | undefined;
  /** NUMA nodes the runs' memory comes from. */
  memoryNodes?: readonly number[] | undefined;
  /** Chroot image; default: read-only binds of the host's toolchains. */
  rootfs?: string | undefined;
  /** Further read-only binds, e.g. a toolchain outside /usr. */
  extraBinds?: readonly Bind[] | undefined;
  /** Size of the writable tmpfs behind /box, /tmp and /dev/shm. Default 256 MiB, 16384 inodes. */
  box?: { bytes: number; inodes: number } | undefined;
}

/** Where standard input comes from. Default: 'empty'. */
export type InputSpec = { path: string } | { data: Uint8Array } | 'empty';

/** Where an output goes. `maxBytes` past which the run is killed with `output-limit`. */
export type OutputSpec =
  | { path: string; maxBytes: number }
  | {
      /** The first this many bytes are kept and returned. */
      captureBytes: number;
      /** Default: no limit but `limits.outputBytes`. */
      maxBytes?: number | undefined;
    }
  | 'discard';

/** A file put into the box before the barrier. */
export interface BoxFile {
  /** Relative to /box; folders in between are made. */
  path: string;
  data?: Uint8Array | undefined;
  /** Host path to copy from, opened with the privilege of the calling process. */
  source?: string | undefined;
  /** Default 0o644. */
  mode?: number | undefined;
}

/** A regular file taken out of the box afterwards; no symbolic link is followed. */
export interface CollectSpec {
  /** Relative to /box. */
  path: string;
  /** Host path to write; omitted: returned as bytes in `RunResult.collected`. */
  to?: string | undefined;
  maxBytes: number;
  /** A missing file is an error of the run unless it is optional. */
  optional?: boolean | undefined;
}

/** All regular files below a folder of the box, written below a host folder with the same relative names. */
export interface CollectTreeSpec {
  /** Relative to /box; '.' is the whole box. */
  path: string;
  /** Host folder; made when missing. */
  to: string;
  maxBytes: number;
  maxFiles: number;
}

export interface RunLimits {
  /** CPU of all processes and threads together. */
  cpuUs: number;
  wallUs: number;
  memoryBytes: number;
  /** Standard output and standard error, each. Default 64 MiB. */
  outputBytes?: number | undefined;
  /** Largest single file (RLIMIT_FSIZE). Default: no limit but the box. */
  fileBytes?: number | undefined;
  /** What the box, /tmp and /dev/shm hold together. Default: as the slot was made (`box`). */
  boxBytes?: number | undefined;
  /** Default: unlimited, that is, up to the memory limit. */
  stackBytes?: number | undefined;
  /** Processes and threads at the same time. */
  processes: number;
  /** Default 256. */
  openFiles?: number | undefined;
}

export interface RunSpec {
  /** argv[0] is the program: an absolute path, a path relative to `cwd`, or a name looked up in env.PATH. */
  argv: readonly string[];
  /** The whole environment; default: PATH, HOME=/box, LANG=C.UTF-8. */
  env?: Readonly<Record<string, string>> | undefined;
  /** Default '/box'. */
  cwd?: string | undefined;
  stdin?: InputSpec | undefined;
  stdout?: OutputSpec | undefined;
  /** 'stdout': one stream, in the order written. */
  stderr?: OutputSpec | 'stdout' | undefined;
  /** Mounted read-only at /program, and left mounted while consecutive runs name the same folder. */
  program?: { directory: string } | undefined;
  /** Mounted read-only for this run, below /judge or at another target. */
  binds?: readonly Bind[] | undefined;
  files?: readonly BoxFile[] | undefined;
  collect?: readonly CollectSpec[] | undefined;
  collectTree?: CollectTreeSpec | undefined;
  limits: RunLimits;
  /** -20…19, default 0. */
  nice?: number | undefined;
}

/** What a run came to: its measurement, each figure of which the contract describes, and what it wrote. */
export interface RunResult extends Measurement {
  /** Processes that the kernel killed for the memory limit. */
  oomKills: number;
  minorFaults: number;
  /** Present when captured. */
  stdout?: Uint8Array | undefined;
  stderr?: Uint8Array | undefined;
  /** Files of `collect` without `to`; and, with `to` omitted as data, what was found. */
  collected: CollectedFile[];
  /** CLOCK_MONOTONIC at the barrier. */
  startedAtUs: number;
}

export interface CollectedFile {
  /** As named in the request; for a tree, relative to its folder. */
  path: string;
  bytes: number;
  /** Present when the request had no `to`. */
  data?: Uint8Array | undefined;
  /** True when the file was larger than allowed and was left out. */
  tooLarge: boolean;
}

export interface RunOptions {
  /** Aborting kills the run at once; it resolves with `cancelled`. */
  signal?: AbortSignal | undefined;
}

/** A place where one program runs at a time; further runs wait in order. */
export interface Slot {
  readonly ordinal: number;
  /** How often the slot had to be rebuilt because it broke or could not be cleaned. */
  readonly rebuilds: number;
  /** How often the slot went on in a new world while what a run had left was still being taken apart. */
  readonly handovers: number;
  /**
   * Runs one program.
   * @throws SandboxError when the run could not be set up; never a verdict.
   */
  run(spec: RunSpec, options?: RunOptions): Promise<RunResult>;
  /** Waits for nothing: kills what runs, removes the slot's control groups, ends its supervisor. */
  close(): Promise<void>;
}

/** What this host offers, found by trying. */
export interface ProbeReport {
  kernel: string;
  architecture: string;
  cgroup: {
    mode: 'v1' | 'v2' | 'hybrid' | 'none';
    /** Where each controller used was found, e.g. { memory: 'v1' }. */
    controllers: Record<string, 'v1' | 'v2' | 'missing'>;
    /** A new process can be born inside a group (clone3, CLONE_INTO_CGROUP). */
    cloneInto: boolean;
    memoryPeak: boolean;
    memoryPeakReset: boolean;
    swapAccounting: boolean;
    kill: boolean;
  };
  namespaces: { pid: boolean; mount: boolean; network: boolean; ipc: boolean; uts: boolean };
  seccomp: boolean;
  /** `sysinfo(2)` is answered for the slot; else with the host’s memory. */
  sysinfo: boolean;
  openTree: boolean;
  mountSetattr: boolean;
  procSubset: boolean;
  delayAccounting: boolean;
  scheduleStatistics: boolean;
  /** Why runs can be done at all, or why not. */
  usable: boolean;
  /** In words: what is weaker than promised here, and because of what. */
  weaker: string[];
}

/** The host's tasks as only root may see them. */
export interface HostView {
  /** Tasks in state D; of a thread `pid` is its own number. */
  readonly blocked: readonly {
    readonly pid: number;
    /** The function of the kernel it waits in; '' or '0': unknown. */
    readonly wchan: string;
    /** Functions, innermost first, of two tasks at each place; empty: not read, or not to be read. */
    readonly stack: readonly string[];
  }[];
  /** Namespaces with a process in them, by kind; empty unless asked for, in place of stacks. */
  readonly namespaces: readonly { readonly kind: string; readonly count: number }[];
  /** Whether the clock of the day follows a time server, by adjtimex(2); null: this may not be asked here. */
  readonly clockSynchronised: boolean | null;
}
