import type { HostMode } from '@sandglass/contracts';

/** The mode as the api sets it, in the answers to registrations and heartbeats. */
export interface ModeSetting {
  readonly enabled: boolean;
  readonly mode: HostMode;
  readonly modeSerial: number;
}

/** Whether the host may take tasks: the mode the api set, and whether the host trusts its own sandbox. */
export class OperatingMode {
  #setting: ModeSetting = { enabled: true, mode: 'on', modeSerial: 0 };
  #untrusted: string | null = null;

  /** @returns whether the mode has changed, and whether somebody has set it, perhaps to what it was */
  set({ enabled, mode, modeSerial }: ModeSetting): { readonly changed: boolean; readonly setAgain: boolean } {
    const former = this.#setting;
    this.#setting = { enabled, mode, modeSerial };
    return {
      changed: former.enabled !== enabled || former.mode !== mode,
      setAgain: former.modeSerial !== modeSerial,
    };
  }

  /** The first reason stays: what follows may be its consequence. */
  quarantine(why: string): void {
    this.#untrusted ??= why;
  }

  /** The host has passed its test again. */
  endQuarantine(): void {
    this.#untrusted = null;
  }

  /** Why the sandbox cannot be trusted; null: it can. */
  get untrusted(): string | null {
    return this.#untrusted;
  }

  get mode(): HostMode {
    return this.#setting.enabled || this.#setting.mode !== 'on' ? this.#setting.mode : 'off';
  }

  get modeSerial(): number {
    return this.#setting.modeSerial;
  }

  get open(): boolean {
    return this.closedBecause === null;
  }

  get closedBecause(): string | null {
    if (this.#untrusted !== null) return `its sandbox cannot be trusted: ${this.#untrusted}`;
    if (this.#setting.enabled && this.#setting.mode === 'on') return null;
    return this.#setting.mode === 'drain'
      ? 'it is to finish what it has and take nothing new'
      : 'it is switched off';
  }
}
