import type { Element, Root, RootContent } from 'hast';
import { describe, expect, it } from 'vitest';
import { dropTitle } from './drop-title.ts';

const element = (tagName: string, ...children: (Element | string)[]): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children: children.map((child) => (typeof child === 'string' ? { type: 'text', value: child } : child)),
});
const text = (value: string): RootContent => ({ type: 'text', value });
const root = (...children: RootContent[]): Root => ({ type: 'root', children });

function left(tree: Root): string[] {
  dropTitle(tree, 'Two Glasses');
  return tree.children.map((node) => (node.type === 'element' ? node.tagName : 'text'));
}

describe('a statement', () => {
  it('loses what only repeats the problem’s name at its beginning', () => {
    expect(left(root(text('Two Glasses\n'), element('h1', 'Two  Glasses'), element('p', 'Sand.')))).toEqual([
      'p',
    ]);
    expect(left(root(element('h1', 'A: Two Glasses'), element('p', 'Sand.')))).toEqual(['p']);
    expect(left(root(element('h1', 'Problem A – two glasses'), element('p', 'Sand.')))).toEqual(['p']);
  });

  it('keeps everything else: other headings, text that begins with the name, pictures', () => {
    expect(left(root(element('h2', 'Input'), element('h1', 'Two Glasses')))).toEqual(['h2', 'h1']);
    expect(left(root(element('p', 'Two Glasses stand on a table.')))).toEqual(['p']);
    expect(left(root(element('h1', element('img'), 'Two Glasses')))).toEqual(['h1']);
    expect(left(root())).toEqual([]);
  });
});
