import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { plural } from '../../lib/format.ts';
import styles from './people-page.module.css';

export interface RowColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
}

/** Thousands of rows are rarely read one by one: searched, they are few. */
const shownFirst = 200;

/** A list of people; the first column opens the form. */
export function RowTable<Row extends { readonly id: string }>(props: {
  label: string;
  noun: string;
  rows: readonly Row[];
  columns: readonly RowColumn<Row>[];
  empty: string;
}): ReactNode {
  const { label, noun, rows, columns, empty } = props;
  const [all, setAll] = useState(false);
  if (rows.length === 0) return <EmptyState title={empty} />;
  const shown = all ? rows : rows.slice(0, shownFirst);
  return (
    <>
      <ScrollRegion label={label} className={styles.scroll}>
        <table className={`${styles.table} ${styles.list}`}>
          <thead>
            <tr>
              {columns.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id} data-row={row.id}>
                {columns.map(({ title, cell }) => (
                  <td key={title} data-title={title}>
                    <div>{cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {shown.length < rows.length ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          Show all {plural(rows.length, noun)}
        </Button>
      ) : null}
    </>
  );
}

/** Opens the form of a row. */
export function EditLink({ id, children }: { id: string; children: ReactNode }): ReactNode {
  return (
    <Link to="/people" search={(now) => ({ ...now, edit: id })} className={styles.edit}>
      {children}
    </Link>
  );
}
