/**
 * Which of a package's included files a submission gets: those of its language; where the package has none for
 * it, those for every language (problem package format 2025-09, "Included files").
 */
export function includedFor<Files extends { readonly language: string }>(
  includes: readonly Files[],
  language: string,
): Files | undefined {
  return (
    includes.find((one) => one.language === language) ?? includes.find((one) => one.language === 'default')
  );
}
