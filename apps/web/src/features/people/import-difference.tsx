import { Button } from '@mantine/core';
import {
  type ImportPeopleAnswer,
  type PeopleChange,
  type PeopleFault,
  peopleKinds,
} from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { Name } from '../../components/name.tsx';
import { Notice } from '../../components/notice.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { plural } from '../../lib/format.ts';
import styles from './people-page.module.css';

const few = 50;

/** What an import would do, or did: counted, then change by change. */
export function ImportDifference({ answer }: { answer: ImportPeopleAnswer }): ReactNode {
  const { imported, counts, changes, joining, faults } = answer;
  const errors = faults.filter(({ severity }) => severity === 'error');
  const warnings = faults.filter(({ severity }) => severity === 'warning');
  const nothing = changes.length + joining.length === 0;
  return (
    <div className={styles.stack} data-difference={imported ? 'imported' : 'dry-run'}>
      {imported ? (
        <Notice kind="info" title="Imported">
          {plural(changes.length, 'change')} saved
          {joining.length === 0 ? '' : `, ${plural(joining.length, 'team')} joined the contest`}.
        </Notice>
      ) : null}
      {errors.length === 0 ? null : (
        <Notice kind="error" title="Nothing can be imported until these are right">
          <Faults of={errors} />
        </Notice>
      )}
      {warnings.length === 0 ? null : (
        <Notice kind="warning" title="Please check">
          <Faults of={warnings} />
        </Notice>
      )}
      <ScrollRegion label="What changes, counted" className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{imported ? 'Done' : 'This would be done'}</th>
              <th scope="col">New</th>
              <th scope="col">Changed</th>
              <th scope="col">The same</th>
            </tr>
          </thead>
          <tbody>
            {peopleKinds.map((kind) => (
              <tr key={kind} data-kind={kind}>
                <th scope="row">{kind.charAt(0).toUpperCase() + kind.slice(1)}</th>
                <td>{counts[kind].created}</td>
                <td>{counts[kind].changed}</td>
                <td>{counts[kind].same}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {imported || joining.length === 0 ? null : (
        <p className={styles.hint}>{plural(joining.length, 'team')} would join the contest.</p>
      )}
      {nothing && !imported && errors.length === 0 ? (
        <Notice kind="info">Everything is as these files say already.</Notice>
      ) : null}
      {changes.length === 0 ? null : <Changes of={changes} />}
    </div>
  );
}

function Faults({ of }: { of: readonly PeopleFault[] }): ReactNode {
  return (
    <ul className={styles.issues}>
      {of.map(({ file, line, field, message }) => (
        <li key={`${file}${line}${field}${message}`}>
          <code>
            {file}
            {line === null ? '' : `:${line}`}
          </code>{' '}
          {field === '' ? null : <strong>{field} </strong>}
          {message}
        </li>
      ))}
    </ul>
  );
}

function Changes({ of }: { of: readonly PeopleChange[] }): ReactNode {
  const [all, setAll] = useState(false);
  const shown = all ? of : of.slice(0, few);
  return (
    <>
      <ScrollRegion label="Changes one by one" className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Fields</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((change) => (
              <tr key={`${change.kind} ${change.id}`}>
                <th scope="row" className={styles.what}>
                  <span className={change.created ? styles.created : styles.changed}>
                    {change.created ? 'new' : 'changed'}
                  </span>{' '}
                  {change.kind.slice(0, -1)} <Name of={change.name} />{' '}
                  <small className={styles.quiet}>{change.id}</small>
                </th>
                <td>
                  {Object.entries(change.fields)
                    .filter(([, [before, now]]) => !(change.created && isEmpty(now) && before === null))
                    .map(([name, [before, now]]) => (
                      <span key={name} className={styles.field}>
                        <b>{name}</b> {change.created || isEmpty(before) ? null : <del>{textOf(before)}</del>}{' '}
                        {textOf(now)}
                      </span>
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {shown.length < of.length ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          Show all {plural(of.length, 'change')}
        </Button>
      ) : null}
    </>
  );
}

/** What a new row is anyway says nothing. */
function isEmpty(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

function textOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
