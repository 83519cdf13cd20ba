import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Instant } from '../../components/instant.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatLimitMs, plural } from '../../lib/format.ts';
import { adminProblemsQuery } from '../../api/problems-query.ts';
import { ProblemImport } from './problem-import.tsx';
import styles from './admin-page.module.css';

/** Import of problem packages, and what has been imported. */
export function ProblemAdmin(): ReactNode {
  const query = useQuery(adminProblemsQuery);
  return (
    <div>
      <Section title="Import problems">
        <ProblemImport />
      </Section>
      <Section title="Problems" flush>
        <QueryView query={query}>
          {(problems) =>
            problems.length === 0 ? (
              <EmptyState title="No problem has been imported" />
            ) : (
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">Problem</th>
                    <th scope="col">Tests</th>
                    <th scope="col" className={styles.wide}>
                      CPU limit
                    </th>
                    <th scope="col">Contests</th>
                    <th scope="col" className={styles.wide}>
                      Imported
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {problems.map((problem) => (
                    <tr key={problem.id}>
                      <th scope="row">
                        {problem.name}
                        <small>
                          {problem.id}, version {problem.version}
                        </small>
                      </th>
                      <td>
                        {problem.testCount}
                        <small className={styles.wide}>
                          {plural(problem.jurySubmissionCount, 'jury submission')}
                        </small>
                      </td>
                      <td className={styles.wide}>{formatLimitMs(problem.timeLimitMs)}</td>
                      <td>{problem.contests.join(', ') || '–'}</td>
                      <td className={styles.wide}>
                        <Instant at={problem.importedAt} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </QueryView>
      </Section>
    </div>
  );
}
