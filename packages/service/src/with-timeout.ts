/** Waits for a promise, but no longer. What it comes to after that is ignored. */

/** @returns what `promise` comes to; `late` when that takes longer than `ms` */
export async function within<Value, Late>(
  ms: number,
  promise: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `promise`, but not longer than `ms`; how it ends does not matter. */
export async function settledWithin(ms: number, promise: Promise<unknown>): Promise<void> {
  await within(ms, Promise.allSettled([promise]), undefined);
}

/** @throws Error `message` when `promise` takes longer than `ms` */
export async function withTimeout<Value>(
  ms: number,
  promise: Promise<Value>,
  message: string,
): Promise<Value> {
  const late = Symbol('late');
  const value = await within(ms, promise, late);
  if (value === late) throw new Error(message);
  return value;
}
