import type { HostRow } from '@sandglass/contracts';
import { memo, type ReactNode } from 'react';
import styles from './slot-strip.module.css';

type SlotOfRow = HostRow['slots'][number];

/** From the left edge of one square to the next, px. */
const stepPx = 11;
const sidePx = 9;

/** A square per slot: what it does. All squares of one state are one path: 800 of them change every second. */
export const SlotStrip = memo(function SlotStrip(props: {
  slots: readonly SlotOfRow[];
  /** Squares beside each other. */
  columns: number;
  label: string;
}): ReactNode {
  const { slots, columns, label } = props;
  const paths = new Map<SlotOfRow['state'], string>();
  slots.forEach(({ state }, index) => {
    const x = (index % columns) * stepPx;
    const y = Math.floor(index / columns) * stepPx;
    paths.set(state, (paths.get(state) ?? '') + squareOf(state, x, y));
  });
  const width = Math.min(columns, slots.length) * stepPx - (stepPx - sidePx);
  const height = Math.ceil(slots.length / columns) * stepPx - (stepPx - sidePx);
  return (
    <svg
      className={styles.strip}
      width={Math.max(0, width)}
      height={Math.max(0, height)}
      role="img"
      aria-label={label}
    >
      {[...paths].map(([state, path]) => (
        <path key={state} className={styles[state]} d={path} />
      ))}
    </svg>
  );
});

/** The stroke of the style sheet rounds the corners and fills up to the side. */
function squareOf(state: SlotOfRow['state'], x: number, y: number): string {
  if (state === 'broken') return `M${x + 4.5} ${y + 0.4}l4.1 4.1-4.1 4.1-4.1-4.1z`;
  return state === 'fetching'
    ? `M${x + 0.75} ${y + 0.75}h7.500v7.500h-7.500z`
    : `M${x + 1.5} ${y + 1.5}h6v6h-6z`;
}
