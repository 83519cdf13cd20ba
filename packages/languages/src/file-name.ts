/** `Main.java` → `java`; '' when there is none. Case matters: `.C` is C++. */
export function extensionOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  return dot <= 0 ? '' : base.slice(dot + 1);
}

export function withoutExtension(name: string): string {
  const extension = extensionOf(name);
  return extension === '' ? name : name.slice(0, -extension.length - 1);
}

/**
 * Does the extension belong to the list? Exact spelling first; another case (`MAIN.PY`)
 * counts only where no list distinguishes it, which `C` and `c` do.
 */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
  const extension = extensionOf(name);
  if (extension === '') return false;
  if (extensions.includes(extension)) return true;
  return extension.length > 1 && extensions.includes(extension.toLowerCase());
}
