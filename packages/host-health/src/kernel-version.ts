/** `uname -r`, as far as behaviour depends on it. */
export interface KernelVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** The whole release text. */
  readonly release: string;
}

/** Null when the text does not begin with `number.number`. */
export function parseKernelVersion(release: string): KernelVersion | null {
  const match = /^(\d+)\.(\d+)(?:\.(\d+))?/.exec(release.trim());
  if (match === null) return null;
  return {
    major: Number(match[1]),
    minor: Number(match[2]),
    patch: Number(match[3] ?? 0),
    release: release.trim(),
  };
}

export function kernelAtLeast(version: KernelVersion, major: number, minor: number): boolean {
  return version.major > major || (version.major === major && version.minor >= minor);
}
