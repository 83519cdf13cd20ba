/** A host that says nothing this long has lost its task. Reports and heartbeats (every 2 s) renew it. */
export const leaseMs = 12_000;
