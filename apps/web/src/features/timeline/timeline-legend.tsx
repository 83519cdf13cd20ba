import { useComputedColorScheme } from '@mantine/core';
import { verdictIds } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { verdictMeanings } from '../../components/verdict/verdict-classes.ts';
import { problemColour } from './problem-colours.ts';
import styles from './timeline-legend.module.css';

const gaps = ['below 50 ms', 'below 50 ms', 'below 100 ms', 'below 500 ms', 'more'] as const;
const gapClasses = ['accepted', 'accepted', 'wall', 'time', 'wrong'] as const;

/**
 * What the colours and shapes of the chart mean.
 * @param props.shown what of it is in sight: nothing else is explained
 */
export function TimelineLegend(props: { shown: readonly string[]; problems: readonly string[] }): ReactNode {
  const { shown, problems } = props;
  const scheme = useComputedColorScheme('light');
  const has = (name: string): boolean => shown.includes(name);
  const gapsShown = gaps.flatMap((words, step) =>
    has(`gap ${step}`) ? [[words, gapClasses[step]] as const] : [],
  );
  return (
    <ul className={styles.legend} aria-label="Legend">
      {has('waiting') ? (
        <Mark colour="var(--sg-line-strong)" words="waiting for files, the program or the slot" />
      ) : null}
      {has('compiling') ? <Mark colour="var(--sg-compiling)" words="compiling" /> : null}
      {has('running') ? <Mark colour="var(--sg-v-pending)" words="running, no verdict yet" /> : null}
      {verdictIds.filter(has).map((verdict) => (
        <Mark
          key={verdict}
          colour={`var(--sg-v-${verdictMeanings[verdict].className})`}
          words={`${verdict}: ${verdictMeanings[verdict].name}`}
        />
      ))}
      {[...new Map(gapsShown)].map(([words, className]) => (
        <Mark key={words} colour={`var(--sg-v-${className})`} words={`gap ${words}`} />
      ))}
      {problems
        .filter((label) => has(`problem ${label}`))
        .toSorted()
        .map((label) => (
          <Mark key={label} colour={problemColour(label, problems, scheme)} words={`problem ${label}`} />
        ))}
      {has('idle') ? <Mark colour="var(--sg-idle)" words="idle" /> : null}
      {has('away') ? <li className={styles.away}>host not registered or silent</li> : null}
      {has('unknown') ? <li className={styles.unknown}>not known</li> : null}
      {has('doubtful') ? <li className={styles.notch}>suspect or failed</li> : null}
      {has('returned') ? <li className={styles.returned}>returned</li> : null}
      <li className={styles.hint}>
        Drag to go back. Zoom with Ctrl and the wheel or with two fingers. Space pauses. Click a task to
        follow its submission.
      </li>
    </ul>
  );
}

function Mark({ colour, words }: { colour: string; words: string }): ReactNode {
  return (
    <li>
      <i style={{ background: colour }} />
      {words}
    </li>
  );
}
