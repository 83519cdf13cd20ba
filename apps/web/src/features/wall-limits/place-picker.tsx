import type { Contest, EffectiveWallLimit, WallLimitRulesAnswer } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { Segments } from '../../components/segments.tsx';
import { formatLimitMs } from '../../lib/format.ts';
import type { Level, Place } from './wall-limit-queries.ts';
import styles from './place-picker.module.css';

const levels: readonly { value: Level; label: string }[] = [
  { value: 'problem', label: 'Problem' },
  { value: 'language', label: 'Language' },
  { value: 'contest', label: 'Contest' },
  { value: 'global', label: 'Everything' },
];

/** What the limit is set for. A place with a rule of its own is marked. */
export function PlacePicker(props: {
  contest: Contest;
  rules: WallLimitRulesAnswer;
  limits: readonly EffectiveWallLimit[];
  place: Place;
  onChange: (place: Place) => void;
}): ReactNode {
  const { contest, rules, limits, place, onChange } = props;
  const problemIds = new Map(limits.map(({ label, problemId }) => [label, problemId]));
  const languageIds = new Set(limits.map(({ language }) => language));
  const ruled = new Set([
    ...rules.problems.map(({ id }) => `problem ${id}`),
    ...rules.languages.map(({ id }) => `language ${id}`),
  ]);
  const chip = (level: Level, id: string, label: string, face?: ReactNode): ReactNode => {
    const walls = limits
      .filter((limit) => (level === 'problem' ? limit.problemId === id : limit.language === id))
      .map(({ wallUs }) => wallUs);
    const [least, most] = [Math.min(...walls), Math.max(...walls)];
    return (
      <button
        key={id}
        type="button"
        className={styles.chip}
        aria-pressed={place.level === level && place.id === id}
        onClick={() => onChange({ level, id })}
      >
        {face}
        <span className={styles.name}>{label}</span>
        <span className={styles.limit}>
          {least === most
            ? formatLimitMs(most / 1000)
            : `${formatLimitMs(least / 1000)} – ${formatLimitMs(most / 1000)}`}
        </span>
        {ruled.has(`${level} ${id}`) ? <span className={styles.ruled}>own rule</span> : null}
      </button>
    );
  };
  return (
    <div className={styles.box}>
      <Segments
        aria-label="What the limit is for"
        value={place.level}
        onChange={(value) => onChange({ level: value, id: undefined })}
        data={levels.map((level) => ({ ...level }))}
      />
      {place.level === 'problem' ? (
        <div className={styles.chips}>
          {contest.problems.flatMap(({ label, name, colour }) => {
            const id = problemIds.get(label);
            return id === undefined
              ? []
              : [chip('problem', id, name, <Balloon label={label} colour={colour} size={22} />)];
          })}
        </div>
      ) : null}
      {place.level === 'language' ? (
        <div className={styles.chips}>
          {contest.languages
            .filter(({ id }) => languageIds.has(id))
            .map(({ id, name }) => chip('language', id, name))}
        </div>
      ) : null}
    </div>
  );
}
