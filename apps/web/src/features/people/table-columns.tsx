import { Checkbox, NativeSelect } from '@mantine/core';
import { type TableColumn, tableColumns, type TablePreview } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import styles from './people-page.module.css';

const names: Readonly<Record<TableColumn, string>> = {
  id: 'Team id',
  icpcId: 'ICPC id',
  label: 'Label',
  name: 'Team name',
  displayName: 'Display name',
  organisationId: 'Organisation id',
  affiliation: 'Organisation',
  country: 'Country',
  groupIds: 'Group ids',
  groups: 'Groups',
  location: 'Location',
  hidden: 'Hidden',
  members: 'Members',
  coaches: 'Coaches',
  username: 'Username',
  password: 'Password',
  ignore: 'Do not read',
};
const choices = [
  { value: '', label: 'Choose …' },
  ...tableColumns.map((value) => ({ value, label: names[value] })),
];

interface Change {
  readonly columns: (TableColumn | null)[];
  readonly head: boolean;
}

/** The beginning of a table, with what each of its columns is read as. */
export function TableColumns(props: { table: TablePreview; onChange: (change: Change) => void }): ReactNode {
  const { table, onChange } = props;
  const { file, head, columns, rows } = table;
  const meant = columns.map(({ column }) => column);
  const choose = (at: number, value: string): void => {
    const column = tableColumns.find((one) => one === value) ?? null;
    onChange({ head, columns: meant.map((one, index) => (index === at ? column : one)) });
  };
  return (
    <section className={styles.stack} aria-label={`Columns of ${file}`} data-columns={file}>
      <h3 className={styles.columnsTitle}>Columns of {file}</h3>
      <Checkbox
        label="The first line has the titles of the columns"
        checked={head}
        // What the titles said does not hold without them, and the other way round.
        onChange={(event) => onChange({ head: event.currentTarget.checked, columns: [] })}
      />
      <ScrollRegion label={`First lines of ${file}`} className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ title, column }, index) => (
                <th key={index} scope="col">
                  <NativeSelect
                    className={styles.columnChoice}
                    size="xs"
                    aria-label={`Column ${index + 1}${title === null || title === '' ? '' : `, ${title}`}`}
                    error={column === null ? 'not known' : undefined}
                    value={column ?? ''}
                    data={choices}
                    onChange={(event) => choose(index, event.currentTarget.value)}
                  />
                  {title === null ? null : <span className={styles.columnTitle}>{title}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {columns.map(({ column }, index) => (
                  <td key={index} className={column === 'ignore' ? styles.ignored : undefined}>
                    {column === 'password' && cells[index] ? '••••••' : cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
