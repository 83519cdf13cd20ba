import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { ContestActionRequest, ContestControl } from '@sandglass/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { serverNow } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { contestTime } from '../contests/contest-time.ts';
import type { Asked } from './asked-action.tsx';
import { localInput, instantOfInput } from './local-input.ts';
import styles from './contest-control.module.css';

type OnAsk = (asked: Asked) => void;

type Simple = Extract<
  ContestActionRequest['action'],
  'start-now' | 'stop-countdown' | 'resume-countdown' | 'freeze-now' | 'thaw' | 'end-now' | 'lock' | 'unlock'
>;

/** What has a meaning now; the api decides again. */
export function ClockButtons({ control, onAsk }: { control: ContestControl; onAsk: OnAsk }): ReactNode {
  const { contest, state } = control;
  const now = useNow();
  const { phase, stopped } = contestTime(contest, now);
  const before = phase === 'before';
  const running = phase === 'running' || phase === 'frozen';
  const isFrozen =
    !before &&
    contest.freezesAt !== null &&
    now >= Date.parse(contest.freezesAt) &&
    (contest.thawsAt === null || now < Date.parse(contest.thawsAt));
  const simple: readonly (false | readonly [Simple, string, string])[] = [
    before && ['start-now', 'Start now', 'Start the contest now?'],
    before && !stopped && ['stop-countdown', 'Delay', 'Stop the countdown?'],
    before && stopped && ['resume-countdown', 'Go on with the countdown', 'Go on with the countdown?'],
    running && !isFrozen && ['freeze-now', 'Freeze now', 'Freeze the scoreboard now?'],
    isFrozen && ['thaw', 'Thaw', 'Show everybody all results now?'],
    running && ['end-now', 'End now', 'End the contest now?'],
    state.lockedAt === null
      ? ['lock', 'Lock', 'Lock the contest against changes?']
      : ['unlock', 'Unlock', 'Let the contest be changed again?'],
  ];
  return (
    <div className={styles.buttons}>
      {simple
        .filter((one) => one !== false)
        .map(([action, button, title]) => (
          <Button
            key={action}
            variant={action === 'start-now' ? 'filled' : 'default'}
            onClick={() => onAsk({ title, button, action: { action } })}
          >
            {button}
          </Button>
        ))}
    </div>
  );
}

export function StartForm({ control, onAsk }: { control: ContestControl; onAsk: OnAsk }): ReactNode {
  const { startsAt: now } = control.contest;
  // Holds for the start that it was written instead of: where that moves, the form follows.
  const [edited, setEdited] = useState<{ readonly of: string; readonly at: string } | null>(null);
  const at = edited?.of === now ? edited.at : localInput(now);
  const startsAt = instantOfInput(at);
  return (
    <Line
      button="Set the start"
      disabled={startsAt === null}
      onSubmit={() => {
        if (startsAt !== null)
          onAsk({
            title: 'Move the start? The length stays.',
            button: 'Set the start',
            action: { action: 'set-start', startsAt },
          });
      }}
    >
      <TextInput
        type="datetime-local"
        step={1}
        label="Start"
        value={at}
        onChange={(event) => setEdited({ of: now, at: event.currentTarget.value })}
      />
    </Line>
  );
}

export function ExtendForm({ onAsk }: { onAsk: OnAsk }): ReactNode {
  const [minutes, setMinutes] = useState<string | number>(10);
  const count = Number(minutes);
  return (
    <Line
      button="Extend"
      disabled={!(Number.isInteger(count) && count > 0)}
      onSubmit={() =>
        onAsk({
          title: `Make the contest ${count} minutes longer?`,
          button: 'Extend',
          action: { action: 'extend', minutes: count },
        })
      }
    >
      <NumberInput label="Longer by, minutes" value={minutes} min={1} max={10_000} onChange={setMinutes} />
    </Line>
  );
}

export function ExtraTimeForm({ control, onAsk }: { control: ContestControl; onAsk: OnAsk }): ReactNode {
  const { teams, state } = control;
  const [chosen, setChosen] = useState<string | null>(null);
  const team = teams.find(({ id }) => id === chosen)?.id ?? teams[0]?.id ?? '';
  const [minutes, setMinutes] = useState<string | number>(10);
  const count = Number(minutes);
  const nameOf = (id: string): string => teams.find((one) => one.id === id)?.name ?? id;
  const ask = (id: string, extra: number): void =>
    onAsk({
      title: extra === 0 ? `No extra time for ${nameOf(id)}?` : `${extra} minutes more for ${nameOf(id)}?`,
      button: extra === 0 ? 'Take it back' : 'Give extra time',
      action: { action: 'extra-time', team: id, minutes: extra },
    });
  if (teams.length === 0) return null;
  return (
    <>
      <Line
        button="Give extra time"
        disabled={!(Number.isInteger(count) && count > 0)}
        onSubmit={() => ask(team, count)}
      >
        <NativeSelect
          label="Extra time for"
          value={team}
          data={teams.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <NumberInput label="Minutes" value={minutes} min={1} max={10_000} onChange={setMinutes} />
      </Line>
      {state.extraTimes.length === 0 ? null : (
        <ul className={styles.list}>
          {state.extraTimes.map((one) => (
            <li key={one.team}>
              <span>
                {nameOf(one.team)}: {one.minutes} minutes after the end
              </span>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Take back the extra time of ${nameOf(one.team)}`}
                onClick={() => ask(one.team, 0)}
              >
                Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Fields with their button, in a line where there is room. */
export function Line(props: {
  button: string;
  disabled: boolean;
  onSubmit: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <form
      className={styles.line}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
      <Button type="submit" variant="default" disabled={props.disabled}>
        {props.button}
      </Button>
    </form>
  );
}

/** The last minutes, for a form of an interval. */
export function aMomentAgo(minutes: number): string {
  return localInput(new Date(serverNow() - minutes * 60_000).toISOString());
}
