/** Rows for tests, with what a test says of them. */
import type { TeamGroup } from '@sandglass/contracts';

export function groupRow(id: string, name: string, rules: Partial<TeamGroup> = {}): TeamGroup {
  return {
    id,
    icpcId: null,
    name,
    type: null,
    colour: null,
    sortOrder: 0,
    hidden: false,
    ranked: true,
    selfRegistration: false,
    bindAddress: false,
    autoLogin: false,
    ...rules,
  };
}
