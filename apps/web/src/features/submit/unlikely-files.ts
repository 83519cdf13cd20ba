import type { Language } from '@sandglass/contracts';
import { findLanguage, hasExtension } from '@sandglass/languages';

/** Names in a warning; more of them are counted. */
const shownNames = 3;

/**
 * Why this choice of files will hardly compile in the language; null: nothing speaks against it. The judge takes it all the
 * same, because a file may be data or lie beside the others for a reason.
 * @param offered the contest's languages: a file of one of them was hardly meant for another
 */
export function unlikelyFiles(
  language: Language,
  offered: readonly Language[],
  files: readonly { readonly name: string }[],
): string | null {
  const companions = findLanguage(language.id)?.companionExtensions ?? [];
  const isOurs = ({ name }: { name: string }): boolean => hasExtension(name, language.extensions);
  const isBeside = ({ name }: { name: string }): boolean => hasExtension(name, companions);
  const named = files.filter(({ name }) => name.includes('.'));
  const strangers = named.filter((file) => !isOurs(file) && !isBeside(file));
  const endings = language.extensions.map((extension) => `.${extension}`).join(', ');
  if (named.length > 0 && named.length === files.length && !named.some(isOurs))
    return `${language.name} programs end in ${endings}. ${namesOf(named)} will hardly compile.`;
  const foreign = strangers.filter(({ name }) => offered.some((one) => hasExtension(name, one.extensions)));
  if (foreign.length === 0) return null;
  return `The language is ${language.name}: ${namesOf(foreign)} will not be compiled.`;
}

function namesOf(files: readonly { readonly name: string }[]): string {
  const names = files.slice(0, shownNames).map(({ name }) => name);
  const more = files.length - names.length;
  const all = more === 0 ? names : [...names, `${String(more)} more`];
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
}
