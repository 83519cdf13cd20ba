import 'katex/dist/katex.min.css';
import type { Root } from 'hast';
import type { ReactNode } from 'react';
import Markdown from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { isCostlyMarkdown } from './costly-markdown.ts';
import { remarkDisplayMath } from './display-math.ts';
import { dropTitle } from './drop-title.ts';
import { keepShortFormulas } from './short-formulas.ts';
import { resolveResource, statementSchema } from './statement-schema.ts';

/** Markdown with math. Sanitised before KaTeX, whose own markup needs styles that a statement may not have. */
export function MarkdownStatement({
  text,
  base,
  name,
}: {
  text: string;
  base: string;
  name: string;
}): ReactNode {
  if (isCostlyMarkdown(text)) return <pre>{text}</pre>;
  return (
    <Markdown
      skipHtml
      remarkPlugins={[remarkGfm, remarkMath, remarkDisplayMath]}
      rehypePlugins={[
        [rehypeSanitize, statementSchema],
        () => (tree: Root) => dropTitle(tree, name),
        [rehypeKatex, { throwOnError: false, errorColor: 'var(--sg-danger)', trust: false, maxExpand: 1000 }],
        () => keepShortFormulas,
      ]}
      urlTransform={(url, key) => (key === 'src' ? (resolveResource(url, base) ?? '') : safeLink(url))}
    >
      {text}
    </Markdown>
  );
}

function safeLink(url: string): string {
  return /^(https?:|mailto:|#)/i.test(url) ? url : '';
}
