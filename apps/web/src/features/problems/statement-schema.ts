import { type Schema, defaultSchema } from 'hast-util-sanitize';

/**
 * What a statement may contain. Problem packages come from many hands: no scripts, no styles,
 * no forms, nothing that loads from elsewhere except links one has to click.
 */
export const statementSchema: Schema = {
  ...defaultSchema,
  clobberPrefix: 'statement-',
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'math-inline', 'math-display']],
    span: [
      ...(defaultSchema.attributes?.['span'] ?? []),
      ['className', 'math', 'math-inline', 'math-display'],
    ],
    div: [...(defaultSchema.attributes?.['div'] ?? []), ['className', 'math', 'math-inline', 'math-display']],
    img: ['src', 'alt', 'width', 'height', 'title'],
  },
  protocols: { ...defaultSchema.protocols, src: [] },
};

/** Pictures are beside the statement; addresses to other sites are not loaded. */
export function resolveResource(address: string | undefined, base: string): string | undefined {
  if (address === undefined || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) return undefined;
  if (address.startsWith('/')) return address.startsWith('/api/') ? address : undefined;
  const file = address.replace(/^\.\//, '');
  return file.split('/').includes('..') ? undefined : base + file;
}
