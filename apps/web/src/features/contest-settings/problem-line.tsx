import { Button, NumberInput, TextInput } from '@mantine/core';
import type { FieldError } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Name } from '../../components/name.tsx';
import { formatLimitMs } from '../../lib/format.ts';
import type { ProblemRow } from './problem-rows.ts';
import styles from './contest-settings.module.css';

/** One problem of the contest: what is decided of it, and where it comes in the order. */
export function ProblemLine(props: {
  row: ProblemRow;
  errors: readonly FieldError[];
  isFirst: boolean;
  isLast: boolean;
  onChange: (change: Partial<ProblemRow>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}): ReactNode {
  const { row, errors, isFirst, isLast, onChange, onMove, onRemove } = props;
  const { id, name, label, colour, packageLimits } = row;
  const errorOf = (field: string): string | undefined =>
    errors.find(({ path }) => path.endsWith(`.${field}`))?.message;
  const others = errors.filter(({ path }) => !/\.(label|colour|timeLimitMs|memoryMiB)$/.test(path));
  return (
    <li>
      <div className={styles.problemHead}>
        <strong>
          <Name of={name} />
        </strong>{' '}
        <small>{id}</small>
        <span className={styles.problemButtons}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isFirst}
            aria-label={`↑ Move ${name} up`}
            onClick={() => onMove(-1)}
          >
            ↑
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isLast}
            aria-label={`↓ Move ${name} down`}
            onClick={() => onMove(1)}
          >
            ↓
          </Button>
          <Button size="compact-sm" variant="default" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </span>
      </div>
      <div className={styles.problemFields}>
        <TextInput
          label="Label"
          aria-label={`Label of ${name}`}
          value={label}
          maxLength={8}
          error={errorOf('label')}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
        />
        <TextInput
          type="color"
          label="Colour"
          aria-label={`Colour of ${name}`}
          value={colour}
          error={errorOf('colour')}
          onChange={(event) => onChange({ colour: event.currentTarget.value })}
        />
        <NumberInput
          label="Time limit, s"
          aria-label={`Time limit of ${name} in seconds`}
          placeholder={packageLimits === null ? 'package' : formatLimitMs(packageLimits.timeLimitMs)}
          value={row.timeLimit}
          min={0.001}
          max={600}
          decimalScale={3}
          error={errorOf('timeLimitMs')}
          onChange={(value) => onChange({ timeLimit: value })}
        />
        <NumberInput
          label="Memory, MiB"
          aria-label={`Memory limit of ${name} in MiB`}
          placeholder={packageLimits === null ? 'package' : String(packageLimits.memoryMiB)}
          value={row.memory}
          min={1}
          max={65_536}
          allowDecimal={false}
          error={errorOf('memoryMiB')}
          onChange={(value) => onChange({ memory: value })}
        />
      </div>
      {others.map(({ message }) => (
        <p key={message} role="alert" className={styles.wrong}>
          {message}
        </p>
      ))}
    </li>
  );
}
