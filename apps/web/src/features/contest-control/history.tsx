import type { ContestControl } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import { Section } from '../../components/page.tsx';
import type { Value } from './history-change.ts';
import { changesOf } from './history-changes.ts';
import { wordsOf } from './history-words.ts';
import styles from './contest-control.module.css';

/** Who changed what, from the audit log. */
export function History({ lines }: { lines: ContestControl['history'] }): ReactNode {
  return (
    <Section title="History">
      {lines.length === 0 ? (
        <p className={styles.quiet}>Nothing has been changed.</p>
      ) : (
        <ol className={styles.history}>
          {lines.map((line) => (
            <li key={`${line.at} ${line.action}`}>
              <Instant at={line.at} />
              <span>
                <strong>{wordsOf(line)}</strong>
                {changesOf(line).map(({ name, from, sign, to }) => (
                  <small key={`${name} ${textOf(from)}`} className={styles.change}>
                    {name}: <Shown of={from} /> {sign} <Shown of={to} />
                  </small>
                ))}
                <small>
                  {line.actor ?? 'the system'}
                  {typeof line.details['reason'] === 'string' ? `: ${line.details['reason']}` : ''}
                </small>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Shown({ of }: { of: Value }): ReactNode {
  return 'at' in of ? <Instant at={of.at} /> : of.words;
}

const textOf = (value: Value): string => ('at' in value ? value.at : value.words);
