import type { Root, RootContent } from 'hast';

/**
 * Statements often begin with the problem's name, in a heading or two, or left over from a
 * document's title. The page shows it already: what only repeats it at the beginning goes.
 */
export function dropTitle(tree: Root, name: string): void {
  const wanted = normalise(name);
  for (;;) {
    const at = tree.children.findIndex((node) => normalise(textOf(node)) !== '' || hasPicture(node));
    const first = tree.children[at];
    if (first === undefined || hasPicture(first) || !repeats(normalise(textOf(first)), wanted)) return;
    tree.children.splice(0, at + 1);
  }
}

/** The name alone, or behind the problem's letter: "B: Half Past the Bulb". */
function repeats(text: string, wanted: string): boolean {
  return (
    text === wanted ||
    (text.endsWith(wanted) && /^(problem )?[a-z0-9]{1,2} ?[:.–-]? ?$/.test(text.slice(0, -wanted.length)))
  );
}

function normalise(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

function textOf(node: RootContent): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function hasPicture(node: RootContent): boolean {
  return node.type === 'element' && (node.tagName === 'img' || node.children.some(hasPicture));
}
