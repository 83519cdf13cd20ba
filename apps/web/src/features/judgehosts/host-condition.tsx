import type { Judgehost } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Ago, Instant } from '../../components/instant.tsx';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { shortAge, shortTime, signedPercent, signedTime } from './figures.ts';
import { hostHealthQuery } from './judgehost-queries.ts';
import styles from './host-figures.module.css';

/** What the host says of itself: its health and why, calibration, clock, cache, test data, versions, the last error. */
export function HostConditionList({ host }: { host: Judgehost }): ReactNode {
  const { condition, report } = host;
  const sentinel = condition?.sentinel;
  const cache = condition?.cache;
  return (
    <dl className={styles.figures}>
      {condition === null ? null : (
        <Line name="Health">
          <b>{condition.state}</b>{' '}
          <span>
            since <Ago at={condition.since} />
          </span>
          <Reasons of={condition} />
          {condition.untrusted === null ? null : <p className={styles.bad}>{condition.untrusted}</p>}
        </Line>
      )}
      <History host={host} />
      <Line name="Calibration">
        {sentinel == null ? (
          <span>has not run yet</span>
        ) : (
          <>
            <b>{signedPercent(sentinel.cpuDrift)}</b>{' '}
            <span>
              CPU {shortTime(sentinel.cpuUs)} against {shortTime(sentinel.baselineCpuUs)} when calm; waits{' '}
              {signedPercent(sentinel.wallDrift)}; run <Ago at={sentinel.lastAt} />
            </span>
          </>
        )}
      </Line>
      <Line name="Clock">
        {condition?.clock == null ? (
          <span>not compared yet</span>
        ) : (
          <>
            <b>{signedTime(condition.clock.skewMs)}</b>{' '}
            <span>against the api’s, within {shortTime(condition.clock.roundTripMs * 500)}</span>
          </>
        )}
      </Line>
      {cache == null ? null : (
        <Line name="Cache">
          <b>{formatBytes(cache.bytes)}</b>{' '}
          <span>
            of {formatBytes(cache.maxBytes)}, {formatCount(cache.files)} files, {formatCount(cache.hits)}{' '}
            hits, {formatCount(cache.misses)} misses
          </span>
          {cache.error === null ? null : <p className={styles.bad}>{cache.error}</p>}
        </Line>
      )}
      {condition?.warmUps.map((warm) => (
        <Line key={warm.contestId} name={`Warm-up ${warm.contestId}`}>
          <b>
            {warm.state === 'done'
              ? 'done'
              : `${formatCount(warm.filesDone)} of ${formatCount(warm.files)} files`}
          </b>{' '}
          <span>
            {formatBytes(warm.bytesDone)} of {formatBytes(warm.bytes)}
          </span>
          {warm.error === null ? null : <p className={styles.bad}>{warm.error}</p>}
        </Line>
      ))}
      {condition?.loopLag == null ? null : (
        <Line name="Event loop">
          <b>p99 {shortTime(condition.loopLag.p99Ms * 1000)}</b>{' '}
          <span>
            late; p50 {shortTime(condition.loopLag.p50Ms * 1000)}, longest{' '}
            {shortTime(condition.loopLag.maxMs * 1000)} within 5 s
          </span>
        </Line>
      )}
      {condition?.restarted == null ? null : (
        <Line name="Restarted">
          <Ago at={condition.restarted.at} /> <span>{condition.restarted.why}</span>
        </Line>
      )}
      <Line name="Versions">
        <b>{host.software ?? 'unknown'}</b>{' '}
        <span>
          Linux {report?.kernel ?? 'unknown'}, {report?.cpuModel} ({report?.arch}), cgroup{' '}
          {report?.cgroupMode}
        </span>
      </Line>
      <Line name="Last error">
        {condition?.lastError == null ? (
          <span>none</span>
        ) : (
          <>
            <span>
              <Ago at={condition.lastError.at} /> {condition.lastError.code}
            </span>
            <p className={styles.bad}>{condition.lastError.message}</p>
          </>
        )}
      </Line>
    </dl>
  );
}

/** Why it is not calm, each reason once, and how many slots it leaves itself for it. */
function Reasons({ of: { reasons, allowed } }: { of: NonNullable<Judgehost['condition']> }): ReactNode {
  const texts = [...new Set(reasons.map(({ text }) => text))];
  const held = allowed.slots < allowed.of;
  const more = allowed.why !== null && !texts.includes(allowed.why);
  if (texts.length === 0 && !held) return null;
  return (
    <ul className={styles.reasons}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
      {held ? (
        <li>
          <b>
            {allowed.slots} of {allowed.of} slots
          </b>
          {more ? <> {allowed.why}</> : null}
        </li>
      ) : null}
    </ul>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Strained and sick times: what to rejudge is found by them. */
function History({ host }: { host: Judgehost }): ReactNode {
  const { data } = useQuery({ ...hostHealthQuery(host.name), refetchInterval: 15_000, staleTime: 15_000 });
  const troubles = (data?.periods ?? []).filter(({ state }) => state !== 'calm').slice(0, 4);
  if (troubles.length === 0) return null;
  return (
    <Line name="Was not calm">
      {troubles.map((period) => (
        <p key={period.id} className={styles.reason}>
          <b>{period.state}</b> <Instant at={period.from} />
          {period.to === null
            ? ' until now'
            : ` for ${shortAge(Date.parse(period.to) - Date.parse(period.from))}`}
        </p>
      ))}
    </Line>
  );
}
