import type { CSSProperties, ReactNode } from 'react';
import { onColour } from '../lib/colour.ts';
import styles from './balloon.module.css';

/** A problem's letter on its balloon. The name beside it, or `title`, says which problem it is. */
export function Balloon({
  label,
  colour,
  size = 30,
}: {
  label: string;
  colour: string;
  size?: number;
}): ReactNode {
  return (
    <span
      className={styles.balloon}
      style={
        {
          '--balloon': colour,
          width: size,
          height: size,
          color: onColour(colour),
          fontSize: size * 0.48,
        } as CSSProperties
      }
    >
      {label}
    </span>
  );
}
