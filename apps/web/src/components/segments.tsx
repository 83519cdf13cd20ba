import { type ReactNode, useId } from 'react';
import styles from './segments.module.css';

/**
 * One of a few, side by side. What is chosen is marked by style alone: nothing is measured, so the page need not be
 * laid out before its first frame.
 */
export function Segments<Value extends string>(props: {
  'aria-label'?: string;
  'aria-labelledby'?: string;
  className?: string | undefined;
  value: Value;
  onChange: (value: Value) => void;
  data: readonly { readonly value: Value; readonly label: string }[];
  size?: 'xs' | 'sm';
  fullWidth?: boolean;
}): ReactNode {
  const { className = '', value, onChange, data, size = 'sm', fullWidth = false } = props;
  const name = useId();
  const look = `${styles.segments} ${size === 'xs' ? styles.small : ''} ${fullWidth ? styles.full : ''} ${className}`;
  return (
    <div
      role="radiogroup"
      className={look}
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-labelledby']}
    >
      {data.map((one) => (
        <label key={one.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          <span>{one.label}</span>
        </label>
      ))}
    </div>
  );
}
