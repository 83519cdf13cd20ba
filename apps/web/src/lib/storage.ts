/** localStorage that never throws: private windows and full disks lose the memory, not the page. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`sandglass.${key}`, value);
  } catch {
    // Nothing depends on it.
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`sandglass.${key}`);
  } catch {
    return null;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`sandglass.${key}`);
  } catch {
    // Nothing depends on it.
  }
}

/** Calls `changed` when another tab has remembered something else under the key. */
export function onKeyChange(key: string, changed: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === `sandglass.${key}`) changed();
  });
}
