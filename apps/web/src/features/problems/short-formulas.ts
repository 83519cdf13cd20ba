import type { Element, ElementContent, Nodes, Root } from 'hast';

/** Letters of a formula that fits in a line on a phone. */
const maxLetters = 20;
/** What a line must not end with before a formula, or begin with behind it. */
const opening = /[([{"“‘«]$/;
const closing = /^[)\]}"”’».,;:!?]+/;

/**
 * Keeps formulas of a few letters, as `1 ≤ n ≤ 10^5`, in one line with the brackets and signs that touch them: a
 * browser may break a line at a formula's relations, and on both sides of it.
 */
export function keepShortFormulas(tree: Root): void {
  visit(tree);
}

function visit(node: Root | Element): void {
  const children = node.children as ElementContent[];
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index];
    if (child?.type !== 'element' || hasClass(child, 'katex-display')) continue;
    if (!hasClass(child, 'katex')) visit(child);
    else if (isShort(child)) children[index] = kept(child, children[index - 1], children[index + 1]);
  }
}

/** The formula and what touches it, which the texts beside it lose. */
function kept(formula: Element, before: Nodes | undefined, behind: Nodes | undefined): Element {
  const parts: ElementContent[] = [formula];
  if (before?.type === 'text') {
    const value = opening.exec(before.value)?.[0] ?? '';
    before.value = before.value.slice(0, before.value.length - value.length);
    if (value !== '') parts.unshift({ type: 'text', value });
  }
  if (behind?.type === 'text') {
    const value = closing.exec(behind.value)?.[0] ?? '';
    behind.value = behind.value.slice(value.length);
    if (value !== '') parts.push({ type: 'text', value });
  }
  return { type: 'element', tagName: 'span', properties: { className: ['short-formula'] }, children: parts };
}

/** KaTeX writes each formula twice: as MathML, and as what is seen. */
function isShort(formula: Element): boolean {
  const seen = formula.children.find((child) => child.type === 'element' && hasClass(child, 'katex-html'));
  return seen !== undefined && textOf(seen).length <= maxLetters;
}

function hasClass({ properties }: Element, name: string): boolean {
  const classes = properties['className'];
  return Array.isArray(classes) && classes.includes(name);
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
