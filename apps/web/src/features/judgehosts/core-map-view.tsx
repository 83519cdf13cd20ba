import type { Judgehost } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { coreMap } from './core-map.ts';
import styles from './core-map-view.module.css';

/** Slots drawn where they stand: sockets side by side, nodes and caches in them, a cell per core. */
export function CoreMapView({ host }: { host: Judgehost }): ReactNode {
  const cpus = host.report?.cpus;
  if (cpus === undefined) return null;
  const map = coreMap(cpus, host.slots);
  return (
    <div className={styles.map}>
      <p className={styles.summary}>
        <strong>{cpus.summary}</strong>
        {cpus.machine ? <span> {cpus.machine}</span> : null}
      </p>
      {map === null ? (
        <p className={styles.summary}>The host does not tell where its slots stand.</p>
      ) : (
        <div className={styles.sockets}>
          {map.map(({ socket, nodes }) => (
            <figure key={socket} className={styles.socket}>
              <figcaption>Socket {socket}</figcaption>
              {nodes.map(({ node, caches }) => (
                <div key={node} className={styles.node}>
                  <span className={styles.caption}>node {node}</span>
                  <div className={styles.caches}>
                    {caches.map(({ l3, slots }) => (
                      <div
                        key={l3 ?? ''}
                        className={styles.cache}
                        title={l3 === null ? undefined : `L3 of CPUs ${l3}`}
                      >
                        {slots.map((slot) => (
                          <span
                            key={slot.ordinal}
                            className={`${styles.core} ${slot.state === null ? '' : styles[slot.state]}`}
                            title={`slot ${slot.ordinal} on CPU ${slot.cpus.join(', ')}${slot.siblings.length > 0 ? `; its other threads ${slot.siblings.join(', ')} are kept idle` : ''}${slot.state === null ? '' : `: ${slot.state}`}`}
                          >
                            {slot.ordinal}
                            {slot.siblings.length > 0 ? <i className={styles.sibling} /> : null}
                          </span>
                        ))}
                      </div>
                    ))}
                  </div>
                </div>
              ))}
            </figure>
          ))}
        </div>
      )}
      <ol className={styles.bounds}>
        {cpus.bounds.map((bound) => (
          <li key={`${bound.source} ${bound.detail}`}>
            <b>{Number(bound.cpus.toFixed(2))}</b> <strong>{bound.source.replaceAll('-', ' ')}</strong>{' '}
            <span>{bound.detail}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
