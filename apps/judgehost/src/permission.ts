import type { HostMode } from '@sandglass/contracts';

/** What the api tells of the mode, in the answers to registrations and heartbeats. */
export interface ToldMode {
  readonly enabled: boolean;
  readonly mode: HostMode;
  readonly modeSerial: number;
}

/** Whether the host may take tasks: what it was told, and whether it trusts its own sandbox. */
export class Permission {
  #told: ToldMode = { enabled: true, mode: 'on', modeSerial: 0 };
  #untrusted: string | null = null;

  /** @returns what is new: the mode has changed, or somebody has set the same one again */
  tell({ enabled, mode, modeSerial }: ToldMode): { readonly changed: boolean; readonly anew: boolean } {
    const former = this.#told;
    this.#told = { enabled, mode, modeSerial };
    return {
      changed: former.enabled !== enabled || former.mode !== mode,
      anew: former.modeSerial !== modeSerial,
    };
  }

  /** The first reason stays: what follows may be its consequence. */
  distrust(why: string): void {
    this.#untrusted ??= why;
  }

  /** The host has passed its test again. */
  trust(): void {
    this.#untrusted = null;
  }

  get untrusted(): string | null {
    return this.#untrusted;
  }

  get mode(): HostMode {
    return this.#told.enabled || this.#told.mode !== 'on' ? this.#told.mode : 'off';
  }

  get modeSerial(): number {
    return this.#told.modeSerial;
  }

  get open(): boolean {
    return this.closedBecause === null;
  }

  get closedBecause(): string | null {
    if (this.#untrusted !== null) return `its sandbox cannot be trusted: ${this.#untrusted}`;
    if (this.#told.enabled && this.#told.mode === 'on') return null;
    return this.#told.mode === 'drain'
      ? 'it is to finish what it has and take nothing new'
      : 'it is switched off';
  }
}
