import { Button, Popover } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatInstant } from '../lib/time.ts';
import { serverNow } from '../lib/time.ts';
import { ChevronIcon, CloseIcon } from './icons.tsx';
import filterStyles from './filter-menu.module.css';
import styles from './time-filter.module.css';

const quick: readonly [string, number][] = [
  ['Last 15 min', 15],
  ['Last hour', 60],
];

/** A stretch of time as a filter; either end may be open. Instants are ISO. */
export function TimeFilter(props: {
  label: string;
  from: string | undefined;
  until: string | undefined;
  onChange: (from: string | undefined, until: string | undefined) => void;
}): ReactNode {
  const { label, from, until, onChange } = props;
  // Null: never yet; what the popover needs is made when it is first opened.
  const [open, setOpen] = useState<boolean | null>(null);
  const set = from !== undefined || until !== undefined;
  const words = `${from === undefined ? '…' : formatInstant(from, 'minutes')} – ${until === undefined ? '…' : formatInstant(until, 'minutes')}`;
  const button = (
    <button
      type="button"
      className={filterStyles.button}
      aria-label={set ? undefined : `Filter by the time ${label.toLowerCase()}`}
      aria-haspopup="dialog"
      onClick={() => setOpen(open !== true)}
    >
      {set ? (
        <>
          <span className={filterStyles.label}>{label}</span>
          <span className={filterStyles.words}>{words}</span>
        </>
      ) : (
        <>
          {label}
          <span className={filterStyles.chevron} aria-hidden="true">
            <ChevronIcon size={13} />
          </span>
        </>
      )}
    </button>
  );
  return (
    <div className={set ? filterStyles.set : filterStyles.filter}>
      {open === null ? (
        button
      ) : (
        <Popover opened={open} onChange={setOpen} position="bottom-start" shadow="md" withinPortal trapFocus>
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown>
            <div className={styles.box}>
              <label className={styles.field}>
                From
                <input
                  type="datetime-local"
                  step={1}
                  value={localOf(from)}
                  onChange={(event) => onChange(instantOf(event.currentTarget.value), until)}
                />
              </label>
              <label className={styles.field}>
                Before
                <input
                  type="datetime-local"
                  step={1}
                  value={localOf(until)}
                  onChange={(event) => onChange(from, instantOf(event.currentTarget.value))}
                />
              </label>
              <div className={styles.quick}>
                {quick.map(([name, minutes]) => (
                  <Button
                    key={name}
                    size="compact-sm"
                    variant="default"
                    onClick={() => {
                      onChange(new Date(serverNow() - minutes * 60_000).toISOString(), undefined);
                      setOpen(false);
                    }}
                  >
                    {name}
                  </Button>
                ))}
              </div>
            </div>
          </Popover.Dropdown>
        </Popover>
      )}
      {set ? (
        <button
          type="button"
          className={filterStyles.clear}
          aria-label={`Clear the filter by the time ${label.toLowerCase()}`}
          onClick={() => onChange(undefined, undefined)}
        >
          <CloseIcon size={12} />
        </button>
      ) : null}
    </div>
  );
}

/** As the browser's field wants it: in the viewer's zone, without one. */
function localOf(iso: string | undefined): string {
  if (iso === undefined) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function instantOf(local: string): string | undefined {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
