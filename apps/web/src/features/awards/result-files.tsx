import type { ReactNode } from 'react';
import { Section } from '../../components/page.tsx';
import styles from './awards.module.css';

const files = [
  ['results/results.html', 'Page (HTML)'],
  ['results/results.csv', 'Spreadsheet (CSV)'],
  ['results/results.json', 'JSON'],
  ['results/awards.json', 'Awards (JSON, CLICS)'],
  ['results/results.tsv', 'results.tsv (ICPC)'],
  ['results/scoreboard.tsv', 'scoreboard.tsv (ICPC)'],
  ['scoreboard.zip?as=public', 'Scoreboard that opens without a server (zip)'],
] as const;
const juryFiles = [['submissions.zip', 'All submissions with sources (zip)']] as const;

/** Links to results as files; each is saved. */
export function ResultFiles({ contest, jury }: { contest: string; jury: boolean }): ReactNode {
  return (
    <Section title="Results as files">
      <ul className={styles.files}>
        {[...files, ...(jury ? juryFiles : [])].map(([file, name]) => (
          <li key={file}>
            <a href={`/api/contests/${encodeURIComponent(contest)}/${file}`} download>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
