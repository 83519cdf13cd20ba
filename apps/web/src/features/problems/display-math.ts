import type { Nodes, Root } from 'mdast';
import type { VFile } from 'vfile';

/**
 * `$$…$$` within one line is display math to authors of problem statements (and to pandoc);
 * remark-math takes it for inline math. Its nodes are marked for KaTeX's display style here.
 */
export function remarkDisplayMath() {
  return (tree: Root, file: VFile): void => mark(tree, String(file));
}

function mark(node: Nodes, source: string): void {
  if (node.type === 'inlineMath') {
    const start = node.position?.start.offset ?? 0;
    if (source.startsWith('$$', start)) {
      node.data = { ...node.data, hProperties: { className: ['language-math', 'math-display'] } };
    }
  }
  if ('children' in node) for (const child of node.children) mark(child, source);
}
