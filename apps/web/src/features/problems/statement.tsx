import type { ProblemPage, Statement as StatementText } from '@sandglass/contracts';
import { Suspense, lazy, type ReactNode, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { DownloadIcon } from '../../components/icons.tsx';
import { Segments } from '../../components/segments.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { recall, remember } from '../../lib/storage.ts';
import { problemAddress } from './problem-queries.ts';
import styles from './statement.module.css';
import { loadCode } from '../../lib/load-code.ts';

const Markdown = lazy(async () => ({
  default: (await loadCode(() => import('./markdown-statement.tsx'))).MarkdownStatement,
}));
const Html = lazy(async () => ({
  default: (await loadCode(() => import('./html-statement.tsx'))).HtmlStatement,
}));

const formatNames = { markdown: 'Text', html: 'Text', pdf: 'PDF' } as const;

function nameOf(statement: StatementText): string {
  return `${languageName(statement.language)} (${formatNames[statement.format]})`;
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The statement in the language and format chosen last; text before PDF. */
export function Statement({ contestId, problem }: { contestId: string; problem: ProblemPage }): ReactNode {
  const { statements } = problem;
  const order = { markdown: 0, html: 1, pdf: 2 } as const;
  const sorted = statements.toSorted((a, b) => order[a.format] - order[b.format]);
  const [chosen, setChosen] = useState(() => recall('statement'));
  const current = sorted.find((one) => `${one.language}.${one.format}` === chosen) ?? sorted[0];
  if (current === undefined) {
    return (
      <EmptyState title="No statement">
        The organisers hand out the statement on paper, or it is missing: ask them.
      </EmptyState>
    );
  }
  const base = `${problemAddress(contestId, problem.label)}/statement/${encodeURIComponent(current.language)}/`;
  return (
    <div>
      {sorted.length < 2 ? null : (
        <Segments
          className={styles.choice}
          size="xs"
          aria-label="Statement"
          value={`${current.language}.${current.format}`}
          onChange={(value) => {
            remember('statement', value);
            setChosen(value);
          }}
          data={sorted.map((one) => ({ value: `${one.language}.${one.format}`, label: nameOf(one) }))}
        />
      )}
      <Suspense fallback={<SkeletonLines count={10} height={16} />}>
        {current.format === 'pdf' || current.text === null ? (
          <Pdf url={current.url} name={problem.name} />
        ) : (
          <article className={styles.text} lang={current.language}>
            {current.format === 'markdown' ? (
              <Markdown text={current.text} base={base} name={problem.name} />
            ) : (
              <Html text={current.text} base={base} name={problem.name} />
            )}
          </article>
        )}
      </Suspense>
    </div>
  );
}

/** The browser's own viewer, and a link for browsers (phones mostly) that have none. */
function Pdf({ url, name }: { url: string; name: string }): ReactNode {
  return (
    <div className={styles.pdf}>
      <a href={url} className={styles.pdfLink} target="_blank" rel="noreferrer">
        <DownloadIcon /> Open the statement as PDF
      </a>
      {/* Chromium shows no PDF in a sandboxed frame; the file comes from our own api as application/pdf. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe src={url} title={`Statement of ${name}`} className={styles.frame} />
    </div>
  );
}
