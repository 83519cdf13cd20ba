/** Why the sandbox cannot be tried by this process; null when it can. Printed, so that a skip has a name. */
export function whyNoSandbox(): string | null {
  if (process.getuid?.() === 0) return null;
  const reason = 'integration tests of the sandbox are skipped: they need root';
  console.warn(reason);
  return reason;
}
