import type { ResolverData } from '@sandglass/contracts';
import { resolverScript } from '@sandglass/domain';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { openChannel, type ShownPlace } from './projector-channel.ts';
import { ResolverStage } from './resolver-stage.tsx';
import styles from './presenter.module.css';

/** How often it asks for what is shown until somebody answers, ms. */
const askMs = 1_000;

/** The window on the projector: it shows what the window of the presenter sends, and nothing of its own. */
export function Projector({ contest }: { contest: string }): ReactNode {
  const [shown, setShown] = useState<{ data: ResolverData; top: number | null } | null>(null);
  const [place, setPlace] = useState<ShownPlace>({ position: 0, phase: 'done', speed: 1, blank: true });
  const isWaiting = shown === null;

  useEffect(() => {
    document.documentElement.dataset['hall'] = 'stage';
    document.title = 'Projector · Sandglass';
    const channel = openChannel(contest, (message) => {
      if (message.kind === 'ask') channel.send({ kind: 'hello', first: true });
      else if (message.kind === 'data') setShown({ data: message.data, top: message.top });
      else if (message.kind === 'place') setPlace(message.place);
    });
    channel.send({ kind: 'hello', first: true });
    const bye = (): void => channel.send({ kind: 'bye' });
    window.addEventListener('pagehide', bye);
    return () => {
      window.removeEventListener('pagehide', bye);
      bye();
      channel.close();
      delete document.documentElement.dataset['hall'];
    };
  }, [contest]);

  useEffect(() => {
    if (!isWaiting) return;
    const channel = openChannel(contest, () => undefined);
    const timer = setInterval(() => channel.send({ kind: 'hello', first: false }), askMs);
    return () => {
      clearInterval(timer);
      channel.close();
    };
  }, [contest, isWaiting]);

  const script = useMemo(
    () => (shown === null ? null : resolverScript(shown.data, shown.top ?? undefined)),
    [shown],
  );
  return (
    <div
      className={styles.projector}
      onDoubleClick={() => void document.documentElement.requestFullscreen?.()}
    >
      {shown === null || script === null ? (
        <p className={styles.waiting}>
          Waiting for the resolver in another window of this browser. Double-click for full screen.
        </p>
      ) : (
        <ResolverStage data={shown.data} script={script} place={place} />
      )}
    </div>
  );
}
