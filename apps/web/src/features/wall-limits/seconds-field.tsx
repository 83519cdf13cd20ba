import { maxWallLimitUs } from '@sandglass/contracts';
import { type ReactNode, useState } from 'react';
import { typedUs, withinBounds } from './limit-bounds.ts';
import styles from './limit-editor.module.css';

/** A limit to be typed. What is half typed stays as it is: it is brought within the bounds when the field is left. */
export function SecondsField(props: {
  us: number;
  cpuUs: number;
  onChange: (us: number) => void;
}): ReactNode {
  const { us, cpuUs, onChange } = props;
  const [text, setText] = useState<string | null>(null);
  const typed = text === null ? null : typedUs(text);
  const outside = typed !== null && withinBounds(typed, cpuUs) !== typed;
  const settle = (): void => {
    setText(null);
    if (typed !== null) onChange(withinBounds(typed, cpuUs));
  };
  return (
    <input
      type="number"
      className={styles.number}
      aria-label="Wall-time limit in seconds"
      aria-invalid={outside}
      min={cpuUs / 1e6}
      max={maxWallLimitUs / 1e6}
      step={0.1}
      value={text ?? us / 1e6}
      onChange={(event) => {
        const now = event.currentTarget.value;
        setText(now);
        const nowUs = typedUs(now);
        if (nowUs !== null && withinBounds(nowUs, cpuUs) === nowUs) onChange(nowUs);
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
      }}
    />
  );
}
