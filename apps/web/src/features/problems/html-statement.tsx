import { fromDom } from 'hast-util-from-dom';
import type { Nodes, RootContent } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { dropTitle } from './drop-title.ts';
import { resolveResource, statementSchema } from './statement-schema.ts';

/** HTML as a package brings it. The api sanitises it too; a page that shows it does not rely on that. */
export function HtmlStatement({ text, base, name }: { text: string; base: string; name: string }): ReactNode {
  return useMemo(() => {
    // A parsed document of its own is inert: nothing in it loads or runs before it is sanitised.
    const parsed = new DOMParser().parseFromString(text, 'text/html');
    const body = fromDom(parsed.body);
    const tree = sanitize({ type: 'root', children: childrenOf(body) }, statementSchema);
    if (tree.type !== 'root') return null;
    dropTitle(tree, name);
    return toJsxRuntime(tree, {
      Fragment,
      jsx,
      jsxs,
      components: {
        img: ({ src, alt, width, height }: ComponentProps<'img'>) => (
          <img src={resolveResource(src, base)} alt={alt ?? ''} width={width} height={height} />
        ),
      },
    });
  }, [text, base, name]);
}

function childrenOf(node: Nodes): RootContent[] {
  return node.type === 'element' ? node.children : [];
}
