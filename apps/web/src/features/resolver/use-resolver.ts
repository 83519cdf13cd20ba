import type { ResolverData } from '@sandglass/contracts';
import { boardAfter, nextPause, positionOfRow, resolverScript, type ResolverScript } from '@sandglass/domain';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { keepPlace, keptPlace, type Place, positionIn, type Speed, speeds } from './resolver-place.ts';

/** How long a cell is marked before its result is shown, and the result before its row rises, ms at speed 1. */
const markedMs = 900;
const resultMs = 800;
/** Of a step that is played automatically. */
const stepMs = 1_600;

export interface Resolver {
  readonly script: ResolverScript;
  readonly place: Place;
  readonly speed: Speed;
  readonly playing: boolean;
  /** Steps go on where another visit left them. */
  readonly continued: boolean;
  /** One step; where a result is being shown, all of it at once. */
  readonly next: () => void;
  readonly back: () => void;
  readonly goTo: (position: number) => void;
  /** @returns false: there is no such row, or it is settled from the beginning */
  readonly goToRow: (row: number) => boolean;
  /** To the next award. */
  readonly play: (on: boolean) => void;
  readonly changeSpeed: (by: 1 | -1) => void;
}

/** @param top rows below are settled in the first step; null: none */
export function useResolver(data: ResolverData, top: number | null): Resolver {
  const { contest, rehearsal, version } = data;
  const script = useMemo(() => resolverScript(data, top ?? undefined), [data, top]);
  const kept = useMemo(() => keptPlace(contest.id, rehearsal, top), [contest.id, rehearsal, top]);
  const [place, setPlace] = useState<Place>(() => ({
    position: positionIn(script, version, kept),
    phase: 'done',
  }));
  const [continued, setContinued] = useState(place.position > 0);
  const [speed, setSpeed] = useState<Speed>(kept?.speed ?? 1);
  const [playing, setPlaying] = useState(false);
  const { position, phase } = place;
  const end = script.steps.length;

  useEffect(() => {
    const { settledFrom } = boardAfter(script, position);
    keepPlace(contest.id, rehearsal, top, { version, position, settledFrom, speed });
  }, [contest.id, rehearsal, top, version, position, speed, script]);

  // The phases of a reveal follow by themselves.
  useEffect(() => {
    if (phase === 'done') return;
    const timer = setTimeout(
      () => setPlace((now) => ({ ...now, phase: now.phase === 'marked' ? 'result' : 'done' })),
      (phase === 'marked' ? markedMs : resultMs) / speed,
    );
    return () => clearTimeout(timer);
  }, [phase, speed]);

  const next = (): void => {
    setContinued(false);
    setPlace((now) => {
      if (now.phase !== 'done') return { ...now, phase: 'done' };
      if (now.position >= end) return now;
      const step = script.steps[now.position];
      const quiet = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      return {
        position: now.position + 1,
        phase: step?.kind === 'reveal' && !quiet ? 'marked' : 'done',
      };
    });
  };
  const goTo = (to: number): void => {
    setContinued(false);
    setPlaying(false);
    setPlace({ position: Math.max(0, Math.min(end, to)), phase: 'done' });
  };

  const played = useEffectEvent(next);
  const pause = nextPause(script, position) === position + 1 && position < end;
  useEffect(() => {
    if (!playing || phase !== 'done') return;
    if (position >= end) return;
    const timer = setTimeout(() => {
      played();
      if (pause) setPlaying(false);
    }, stepMs / speed);
    return () => clearTimeout(timer);
  }, [playing, phase, position, speed, pause, end]);

  return {
    script,
    place,
    speed,
    playing: playing && position < end,
    continued,
    next: () => {
      setPlaying(false);
      next();
    },
    back: () => goTo(position - 1),
    goTo,
    goToRow: (row) => {
      const to = positionOfRow(script, row);
      if (to !== null) goTo(to);
      return to !== null;
    },
    play: setPlaying,
    changeSpeed: (by) =>
      setSpeed((now) => speeds[Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(now) + by))] ?? now),
  };
}
