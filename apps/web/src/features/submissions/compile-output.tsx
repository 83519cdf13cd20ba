import type { Judging } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { Section } from '../../components/page.tsx';
import { ScrollText } from '../../components/scroll-region.tsx';
import { formatMicroseconds } from '../../lib/format.ts';
import styles from './text-block.module.css';

/** What the compiler said: open when it failed, folded away when it only warned, absent when silent. */
export function CompileOutput({
  of: { compile, verdict },
}: {
  of: Pick<Judging, 'compile' | 'verdict'>;
}): ReactNode {
  if (compile === null || (compile.output.trim() === '' && compile.success)) return null;
  const failed = !compile.success || verdict === 'CE';
  const took = compile.measurement === null ? '' : ` (${formatMicroseconds(compile.measurement.wallUs)})`;
  const text = compile.output.trim() === '' ? 'The compiler printed nothing.' : compile.output;
  const block = (
    <ScrollText className={`${styles.block} ${styles.lines}`} label="Compiler output">
      {text}
    </ScrollText>
  );
  return (
    <Section
      title={`${failed ? 'Compile error' : 'Compiler output'}${took}`}
      actions={<CopyButton text={compile.output} what="the compiler output" />}
    >
      {failed ? (
        block
      ) : (
        <details>
          <summary className={styles.summary}>Compiled, with messages</summary>
          {block}
        </details>
      )}
    </Section>
  );
}
