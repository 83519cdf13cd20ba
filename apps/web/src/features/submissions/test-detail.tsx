import { CloseButton } from '@mantine/core';
import type { Judging, Measurement, TestResult } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { DownloadIcon } from '../../components/icons.tsx';
import { HostLink } from '../../components/named-links.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ScrollText } from '../../components/scroll-region.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { formatBytes, formatCount, formatMicroseconds } from '../../lib/format.ts';
import { Attempts } from './attempts.tsx';
import { Exchange } from './exchange.tsx';
import { OutputDiff } from './output-diff.tsx';
import { Passes } from './passes.tsx';
import { testOutputQuery } from './submission-queries.ts';
import blockStyles from './text-block.module.css';
import styles from './test-detail.module.css';

export interface TestDetailProps {
  contestId: string;
  submissionId: string;
  judging: Judging;
  test: TestResult;
  /** Which attempt is looked at; null: the last. */
  attempt: number | null;
  onAttempt: (attempt: number) => void;
  /** Bring it into view: somebody asked for this test. */
  scrollTo: boolean;
  onClose: () => void;
}

/** Everything the asker can know of one run: why this verdict, what was measured, what was printed. */
export function TestDetail(props: TestDetailProps): ReactNode {
  const { contestId, submissionId, judging, test, attempt, onAttempt, scrollTo, onClose } = props;
  const box = useRef<HTMLDivElement>(null);
  const { ordinal } = test;
  useEffect(() => {
    if (!scrollTo) return;
    box.current
      ?.querySelector(`[data-test="${ordinal}"]`)
      ?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [ordinal, scrollTo]);
  const query = useQuery(
    testOutputQuery({
      contest: contestId,
      submission: submissionId,
      judging: judging.id,
      ordinal,
      attempt,
      state: `${test.attempts.length} ${test.verdict}`,
    }),
  );
  const run = test.attempts.find((one) => one.attempt === attempt) ?? test;
  const address = `/api/submissions/${encodeURIComponent(submissionId)}/tests/${ordinal}`;

  return (
    <div ref={box} className={styles.box}>
      <Section
        title={
          <span className={styles.title} data-test={ordinal}>
            Test {ordinal + 1}
            {test.name === null ? null : <span className={styles.path}>{test.name}</span>}
            <Verdict verdict={test.verdict} form="long" />
          </span>
        }
        actions={<CloseButton aria-label="Close this test" onClick={onClose} />}
      >
        <Attempts of={test} limits={judging.limits} shown={attempt} onShow={onAttempt} />
        {run.reason === null || run.reason === '' ? null : <p className={styles.reason}>{run.reason}</p>}
        {run.measurement === null ? null : (
          <Figures
            of={run.measurement}
            where={
              <>
                {run.judgehost === null ? 'not known' : <HostLink name={run.judgehost} />}
                {run.kernel === null ? '' : `, Linux ${run.kernel}`}
                {run.slot === null ? '' : `, slot ${run.slot}`}
              </>
            }
          />
        )}
        <QueryView query={query}>
          {(output) => (
            <>
              <Words title="Validator" text={output.validatorMessage} />
              <Words title="Validator, for the team" text={output.teamMessage} />
              <Words
                title={`Standard error${output.stderr?.truncated === true ? `, first part of ${formatBytes(output.stderr.bytes)}` : ''}`}
                text={output.stderr?.text ?? null}
              />
              <h3 className={styles.heading}>
                Output
                <span className={styles.downloads}>
                  <a href={`${address}/input?judging=${judging.id}`} download>
                    <DownloadIcon size={15} /> Input
                  </a>
                  <a href={`${address}/answer?judging=${judging.id}`} download>
                    <DownloadIcon size={15} /> Expected
                  </a>
                </span>
              </h3>
              <Passes of={output.passes} />
              {output.exchange === null ? <OutputDiff output={output} /> : <Exchange of={output.exchange} />}
              <details className={styles.input}>
                <summary>
                  Input, {formatBytes(output.input.bytes)}
                  {output.input.truncated ? ', first part' : ''}
                </summary>
                <ScrollText className={blockStyles.block} label="Input of the test">
                  {output.input.text}
                </ScrollText>
              </details>
            </>
          )}
        </QueryView>
      </Section>
    </div>
  );
}

function Words({ title, text }: { title: string; text: string | null }): ReactNode {
  if (text === null || text.trim() === '') return null;
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <ScrollText className={blockStyles.block} label={title}>
        {text}
      </ScrollText>
    </>
  );
}

const outcomeNames: Record<Measurement['outcome'], string> = {
  exited: 'exited',
  signalled: 'killed by a signal',
  'cpu-limit': 'killed at the CPU limit',
  'wall-limit': 'killed at the wall limit',
  'memory-limit': 'killed at the memory limit',
  'output-limit': 'killed at the output limit',
  cancelled: 'cancelled',
};

function endOf(figures: Measurement): string {
  const how =
    figures.exitCode !== null
      ? `, exit code ${figures.exitCode}`
      : figures.signal !== null
        ? `, signal ${figures.signal}`
        : '';
  return outcomeNames[figures.outcome] + how;
}

/** What was not measured is left out: on most kernels that is the same for every run. */
function figureRows(figures: Measurement, where: ReactNode): [name: string, value: ReactNode][] {
  const time = formatMicroseconds;
  const known = <T,>(name: string, value: T | null, format: (value: T) => string): [string, string][] =>
    value === null ? [] : [[name, format(value)]];
  const switches = [figures.voluntarySwitches, figures.involuntarySwitches];
  return [
    ['End', endOf(figures)],
    ['CPU', `${time(figures.cpuUs)} (user ${time(figures.userUs)}, system ${time(figures.systemUs)})`],
    ['Wall', time(figures.wallUs)],
    ['Gap, wall − CPU', time(figures.gapUs)],
    ...known('Gap: asleep', figures.sleepUs, time),
    ...known('Gap: waiting for a core', figures.coreWaitUs, time),
    ...known('Gap: in the kernel', figures.uninterruptibleUs, time),
    // Of the main thread alone, and from before the clock started: shown where nothing better is known.
    ...(figures.coreWaitUs === null ? known('Waited for a core', figures.runQueueUs, time) : []),
    ...known('Waited for block I/O', figures.blockIoUs, time),
    ...known('Waiting when killed, in', figures.lastWait, (place) => place),
    ['Set-up, tear-down (not charged)', `${time(figures.setupUs)}, ${time(figures.teardownUs)}`],
    ['Peak memory', formatBytes(figures.memoryBytes)],
    ...known('Major faults', figures.majorFaults, formatCount),
    ...known(
      'Switches, voluntary / not',
      switches.every((value) => value !== null) ? switches : null,
      (values) => values.map(formatCount).join(' / '),
    ),
    ...known('Maximum processes', figures.processesPeak, formatCount),
    ['Printed, to stderr', `${formatBytes(figures.stdoutBytes)}, ${formatBytes(figures.stderrBytes)}`],
    ['Host, kernel, slot', where],
  ];
}

function Figures({ of: figures, where }: { of: Measurement; where: ReactNode }): ReactNode {
  return (
    <dl className={styles.figures}>
      {figureRows(figures, where).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
