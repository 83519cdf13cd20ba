/**
 * Asks until `holds` answers true. For states without an event.
 * @throws Error naming `what` when it does not come within `timeoutMs`
 */
export async function waitFor(
  what: string,
  holds: () => Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs / 1000} s in vain for ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
