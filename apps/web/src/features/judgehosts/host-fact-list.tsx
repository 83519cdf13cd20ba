import type { HostRow, Judgehost } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { useTick } from '../../lib/use-tick.ts';
import { hostFacts } from './host-facts.ts';
import styles from './host-fact-list.module.css';

/** All figures of a host in one list over the whole width, as many columns as there is room for. */
export function HostFactList(props: { host: Judgehost; row: HostRow; offsetMs: number }): ReactNode {
  const { host, row, offsetMs } = props;
  const now = useTick(1000) + offsetMs;
  return (
    <dl className={styles.facts}>
      {hostFacts(host, row, now).map(({ name, value, more, trouble }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {more == null ? null : <span> {more}</span>}
            {trouble == null ? null : <p>{trouble}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
