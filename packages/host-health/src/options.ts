/** What every reader here is told. */
export interface HostOptions {
  /** Folder that stands for `/`: the host itself, or a recorded tree in a test. Default `/`. */
  readonly root?: string;
  /** Slots wanted by configuration; null or absent: as many as there are usable physical cores. */
  readonly slots?: number | null;
  /** Folder whose file system is watched; null or absent: none. Relative to the real `/`. */
  readonly diskPath?: string | null;
  /** For tests. Default: the clock. */
  readonly now?: () => Date;
}
