import type { ResolverData } from '@sandglass/contracts';
import { hiddenResults, boardAfter } from '@sandglass/domain';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { plural } from '../../lib/format.ts';
import { presenterKeys, usePresenterKeys } from './presenter-keys.ts';
import { openChannel, type ShownPlace } from './projector-channel.ts';
import { ResolverStage } from './resolver-stage.tsx';
import { stepWords } from './step-words.ts';
import { type Resolver, useResolver } from './use-resolver.ts';
import styles from './presenter.module.css';

/**
 * The window of the presenter: what the hall sees, what comes next, and buttons for everything that has a key. Plain
 * elements alone: an exported ceremony has the same, without the rest of the app.
 */
export function Presenter(props: {
  data: ResolverData;
  /** Rows below are settled in the first step; null: none. */
  top: number | null;
  /** Opens the window for the projector. */
  onProjector: () => void;
  /** Null: there is nothing to go back to. */
  onLeave: (() => void) | null;
}): ReactNode {
  const { data, top, onProjector, onLeave } = props;
  const resolver = useResolver(data, top);
  const [blank, setBlank] = useState(false);
  const [help, setHelp] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const place: ShownPlace = { ...resolver.place, speed: resolver.speed, blank };
  const projectors = useProjectors(data, top, place);
  const actions = {
    fullScreen: () => toggleFullScreen(stage.current),
    blank: () => setBlank(!blank),
    help: () => setHelp(!help),
  };
  const typed = usePresenterKeys(resolver, actions);

  useEffect(() => {
    document.documentElement.dataset['hall'] = 'stage';
    return () => {
      delete document.documentElement.dataset['hall'];
    };
  }, []);

  return (
    <div className={styles.presenter}>
      <div className={styles.preview}>
        <div ref={stage} className={styles.stage}>
          <ResolverStage data={data} script={resolver.script} place={place} />
        </div>
      </div>
      <section className={styles.notes} aria-label="What comes next">
        <Notes data={data} resolver={resolver} />
      </section>
      <aside className={styles.controls} aria-label="Controls">
        <Controls resolver={resolver} fullScreen={actions.fullScreen} help={actions.help} />
        {typed === '' ? null : (
          <p className={styles.typed} role="status">
            To row <b>{typed}</b>: press Enter
          </p>
        )}
        <div className={styles.buttons}>
          <button type="button" onClick={onProjector}>
            Window for the projector
          </button>
          {onLeave === null ? null : (
            <button type="button" onClick={onLeave}>
              Leave
            </button>
          )}
        </div>
        <p className={styles.quiet} role="status">
          {projectors === 0
            ? 'No window for the projector is open.'
            : `${plural(projectors, 'window')} for the projector ${projectors === 1 ? 'follows' : 'follow'} this one.`}
        </p>
        {data.rehearsal === null ? null : (
          <p className={styles.rehearsal}>
            Rehearsal {data.rehearsal}: results of all pending tries are made up.
          </p>
        )}
        {help ? <Keys /> : null}
      </aside>
    </div>
  );
}

function Notes({ data, resolver }: { data: ResolverData; resolver: Resolver }): ReactNode {
  const { script, place, continued } = resolver;
  const { position } = place;
  const board = boardAfter(script, position);
  const hidden = data.teams.reduce((sum, _, team) => sum + hiddenResults(data, board, team), 0);
  const award = script.steps.findIndex((step, at) => at >= position && step.kind === 'award');
  return (
    <>
      <div>
        <h2>Now</h2>
        <p data-now>
          {position === 0 ? 'The scoreboard as it was frozen.' : stepWords(data, script, position - 1)}
        </p>
      </div>
      <div className={styles.next}>
        <h2>Next</h2>
        <p data-next>{stepWords(data, script, position)}</p>
      </div>
      <div>
        <h2>Next award</h2>
        <p>
          {award === -1
            ? 'None.'
            : `In ${plural(award + 1 - position, 'step')}. ${stepWords(data, script, award)}`}
        </p>
      </div>
      <p className={styles.quiet}>
        Step {position} of {script.steps.length}; {plural(board.settledFrom, 'row')} not settled,{' '}
        {plural(hidden, 'result')} hidden.
        {continued ? ' Continued where this browser left it; Home begins again.' : ''}
      </p>
    </>
  );
}

function Controls(props: { resolver: Resolver; fullScreen: () => void; help: () => void }): ReactNode {
  const { resolver, fullScreen, help } = props;
  const { place, script, speed, playing } = resolver;
  const atEnd = place.position >= script.steps.length && place.phase === 'done';
  return (
    <>
      <div className={styles.buttons}>
        <button type="button" onClick={resolver.back} disabled={place.position === 0}>
          ← Back
        </button>
        <button type="button" className={styles.main} onClick={resolver.next} disabled={atEnd}>
          Next →
        </button>
      </div>
      <div className={styles.buttons}>
        <button type="button" onClick={() => resolver.play(!playing)} aria-pressed={playing} disabled={atEnd}>
          {playing ? 'Pause' : 'Play to the next award'}
        </button>
        <button type="button" onClick={fullScreen}>
          Full screen
        </button>
      </div>
      <div className={styles.buttons}>
        <button type="button" onClick={() => resolver.changeSpeed(-1)} aria-label="Slower">
          –
        </button>
        <span className={styles.speed}>Speed {speed}×</span>
        <button type="button" onClick={() => resolver.changeSpeed(1)} aria-label="Faster">
          +
        </button>
        <button type="button" onClick={help}>
          Keys
        </button>
      </div>
    </>
  );
}

function Keys(): ReactNode {
  return (
    <dl className={styles.keys}>
      {presenterKeys.map(({ keys, meaning }) => (
        <div key={meaning}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sends what is shown to the windows that ask. @returns how many have asked since this one is open */
function useProjectors(data: ResolverData, top: number | null, place: ShownPlace): number {
  const [count, setCount] = useState(0);
  const channel = useRef<ReturnType<typeof openChannel>>(null);
  const answer = useEffectEvent(() => {
    channel.current?.send({ kind: 'data', data, top });
    channel.current?.send({ kind: 'place', place });
  });
  useEffect(() => {
    const opened = openChannel(data.contest.id, (message) => {
      if (message.kind === 'bye') setCount((now) => Math.max(0, now - 1));
      if (message.kind !== 'hello') return;
      if (message.first) setCount((now) => now + 1);
      answer();
    });
    channel.current = opened;
    // Those that are open already, as after a reload of this window.
    opened.send({ kind: 'ask' });
    return () => opened.close();
  }, [data.contest.id]);
  const { position, phase, speed, blank } = place;
  useEffect(() => {
    channel.current?.send({ kind: 'place', place: { position, phase, speed, blank } });
  }, [position, phase, speed, blank]);
  return count;
}

function toggleFullScreen(stage: HTMLElement | null): void {
  if (document.fullscreenElement === null) void stage?.requestFullscreen?.().catch(() => undefined);
  else void document.exitFullscreen().catch(() => undefined);
}
