import { Button, TextInput } from '@mantine/core';
import type { ContestControl } from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { Instant } from '../../components/instant.tsx';
import { Section } from '../../components/page.tsx';
import type { Asked } from './asked-action.tsx';
import { aMomentAgo, Line } from './clock-actions.tsx';
import { instantOfInput, laterOf, localInput } from './local-input.ts';
import styles from './contest-control.module.css';

interface RemovedIntervalsProps {
  readonly control: ContestControl;
  readonly onAsk: (asked: Asked) => void;
}

/** Time that does not count; each can be restored. A contest with another start has other instants to begin with. */
export function RemovedIntervals(props: RemovedIntervalsProps): ReactNode {
  return <OfStart key={props.control.state.startsAt} {...props} />;
}

function OfStart({ control, onAsk }: RemovedIntervalsProps): ReactNode {
  const { startsAt } = control.state;
  const [from, setFrom] = useState(() => laterOf(localInput(startsAt), aMomentAgo(10)));
  const [until, setUntil] = useState(() => aMomentAgo(0));
  const [fromAt, untilAt] = [instantOfInput(from), instantOfInput(until)];
  const trouble = fromAt === null || untilAt === null ? null : troubleOf(fromAt, untilAt, startsAt);
  return (
    <Section title="Removed time">
      <div className={styles.stack}>
        <p className={styles.quiet}>
          Time between these instants does not count: penalties are smaller, and the contest ends later by as
          much.
        </p>
        <Line
          button="Remove"
          disabled={fromAt === null || untilAt === null || trouble !== null}
          onSubmit={() => {
            if (fromAt !== null && untilAt !== null)
              onAsk({
                title: 'Remove this time from the contest?',
                button: 'Remove the time',
                action: { action: 'remove-interval', from: fromAt, until: untilAt },
              });
          }}
        >
          <TextInput
            type="datetime-local"
            step={1}
            label="From"
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            step={1}
            label="Until"
            value={until}
            error={trouble}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        </Line>
        {control.intervals.length === 0 ? null : (
          <ul className={styles.list}>
            {control.intervals.map((interval) => (
              <li key={interval.id}>
                <span className={interval.restoredAt === null ? undefined : styles.restored}>
                  <Instant at={interval.from} /> – <Instant at={interval.until} />
                  {interval.reason === '' ? null : <small>{interval.reason}</small>}
                  <small>
                    {interval.restoredAt === null
                      ? `removed by ${interval.removedBy ?? 'the system'}`
                      : `restored by ${interval.restoredBy ?? 'the system'}`}
                  </small>
                </span>
                {interval.restoredAt === null ? (
                  <Button
                    variant="default"
                    size="compact-sm"
                    onClick={() =>
                      onAsk({
                        title: 'Let this time count again?',
                        button: 'Restore the time',
                        action: { action: 'restore-interval', interval: interval.id },
                      })
                    }
                  >
                    Restore
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function troubleOf(fromAt: string, untilAt: string, startsAt: string): string | null {
  if (Date.parse(untilAt) <= Date.parse(startsAt)) return 'Must be after the start of the contest.';
  return untilAt <= fromAt ? 'Must be after the first instant.' : null;
}
