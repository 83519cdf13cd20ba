import type { Judgehost } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { coreMap, type CoreMap, type MapCore } from './core-map.ts';
import styles from './core-map-view.module.css';

/** The machine with its slots: sockets side by side, nodes and caches in them, a cell per core. */
export function CoreMapView({ host }: { host: Judgehost }): ReactNode {
  const cpus = host.report?.cpus;
  if (cpus === undefined) return null;
  const map = coreMap(host);
  return (
    <div className={styles.map}>
      <p className={styles.summary}>
        <strong>{cpus.summary}</strong>
        {cpus.machine ? <span> {cpus.machine}</span> : null}
      </p>
      {map === null ? (
        <p className={styles.summary}>The host does not report the cores of its slots.</p>
      ) : (
        <>
          <Sockets map={map} />
          <Legend map={map} />
        </>
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

function Sockets({ map }: { map: CoreMap }): ReactNode {
  return (
    <div className={styles.sockets}>
      {map.sockets.map(({ socket, nodes }) => (
        <figure key={socket} className={styles.socket}>
          <figcaption>Socket {socket}</figcaption>
          {nodes.map(({ node, memoryBytes, caches }) => (
            <div key={node} className={styles.node}>
              <span className={styles.caption}>
                node {node}
                {memoryBytes === null
                  ? ''
                  : `, ${memoryBytes === 0 ? 'no memory' : formatBytes(memoryBytes)}`}
              </span>
              <div className={styles.caches}>
                {caches.map(({ l3, cores }) => (
                  <div
                    key={l3 ?? ''}
                    className={styles.cache}
                    title={l3 === null ? undefined : `L3 of CPUs ${l3}`}
                  >
                    {cores.map((core) => (
                      <Cell key={core.cpus[0]} core={core} />
                    ))}
                  </div>
                ))}
              </div>
            </div>
          ))}
        </figure>
      ))}
      {map.memoryOnly.length === 0 ? null : (
        <figure className={`${styles.socket} ${styles.memory}`}>
          <figcaption>Memory without cores</figcaption>
          <div className={styles.caches}>
            {map.memoryOnly.map(({ node, title }) => (
              <span key={node} className={styles.core} title={title}>
                {node}
              </span>
            ))}
          </div>
        </figure>
      )}
    </div>
  );
}

function Cell({ core }: { core: MapCore }): ReactNode {
  const { kind, slots, idle, title } = core;
  const state = slots.find((slot) => slot.state !== null && slot.state !== 'idle')?.state;
  const look = kind === 'slot' ? (state === undefined || state === null ? '' : styles[state]) : styles[kind];
  return (
    <span className={`${styles.core} ${look}`} title={title}>
      {slots.map(({ ordinal }) => ordinal).join('+')}
      {idle.length > 0 ? <i className={styles.sibling} /> : null}
    </span>
  );
}

function Legend({ map }: { map: CoreMap }): ReactNode {
  return (
    <ul className={styles.legend} aria-label="Cores">
      {map.legend.map(({ kind, text }) => (
        <li key={kind}>
          <span className={`${styles.core} ${kind === 'slot' ? '' : styles[kind]}`} aria-hidden>
            {kind === 'slot' ? 'n' : ''}
          </span>
          {text}
        </li>
      ))}
      {map.idleThreads ? (
        <li>
          <span className={styles.core} aria-hidden>
            <i className={styles.sibling} />
          </span>
          has hardware threads without a slot
        </li>
      ) : null}
    </ul>
  );
}
