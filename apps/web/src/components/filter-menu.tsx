import { Combobox, useCombobox } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CheckIcon, ChevronIcon, CloseIcon } from './icons.tsx';
import { Name } from './name.tsx';
import styles from './filter-menu.module.css';

export interface FilterChoice {
  value: string;
  label: string;
  /** On the button, where the label is long. */
  short?: string;
  /** Shown before the label. */
  face?: ReactNode;
}

export interface FilterMenuProps {
  /** What is filtered by: "Verdict". */
  label: string;
  choices: readonly FilterChoice[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Only one at a time. */
  single?: boolean;
  /** The key `/` goes here. */
  first?: boolean;
  /** Somebody is about to open it: time to read the choices. */
  onNear?: () => void;
}

/** A filter as a button that shows what it is set to; its menu takes several choices and can be searched. */
export function FilterMenu(props: FilterMenuProps): ReactNode {
  const { label, choices, value, onChange } = props;
  // The menu and all that places it on the page is made when it is first opened: lists have many filters.
  const [used, setUsed] = useState(false);
  const chosen = choices.filter((choice) => value.includes(choice.value));
  const unknown = value.filter((one) => choices.every((choice) => choice.value !== one));
  const words = [...chosen.map((choice) => choice.short ?? choice.label), ...unknown];
  return (
    <div className={words.length === 0 ? styles.filter : styles.set}>
      {used ? (
        <Menu {...props} words={words} />
      ) : (
        <button {...buttonOf(props, words)} aria-expanded={false} onClick={() => setUsed(true)}>
          <Words label={label} words={words} />
        </button>
      )}
      {words.length === 0 ? null : (
        <button
          type="button"
          className={styles.clear}
          aria-label={`Clear the filter by ${label.toLowerCase()}`}
          onClick={() => onChange([])}
        >
          <CloseIcon size={12} />
        </button>
      )}
    </div>
  );
}

/** Button and menu; it begins open, as somebody has just pressed the button that was here. */
function Menu(props: FilterMenuProps & { words: readonly string[] }): ReactNode {
  const { label, choices, value, onChange, single, words } = props;
  const [search, setSearch] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const { focusSearchInput } = combobox;
  // Choices that are still on their way bring the field with them.
  const searched = choices.length > 7;
  useEffect(() => {
    if (searched) focusSearchInput();
    else button.current?.focus();
  }, [searched, focusSearchInput]);
  const wanted = search.trim().toLowerCase();
  const shown = choices
    .filter((choice) => `${choice.label} ${choice.value}`.toLowerCase().includes(wanted))
    .slice(0, 200);

  function toggle(one: string): void {
    const others = value.filter((other) => other !== one);
    if (single === true) {
      onChange(value.includes(one) ? [] : [one]);
      combobox.closeDropdown();
    } else onChange(value.includes(one) ? others : [...others, one]);
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={toggle}
      width={270}
      position="bottom-start"
      shadow="md"
      withinPortal
    >
      <Combobox.Target withAriaAttributes={false}>
        <button
          {...buttonOf(props, words)}
          ref={button}
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          <Words label={label} words={words} />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {searched ? (
          <Combobox.Search
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder={`Search ${label.toLowerCase()}`}
            aria-label={`Search ${label.toLowerCase()}`}
          />
        ) : null}
        <Combobox.Options mah={300} style={{ overflowY: 'auto' }} aria-label={label}>
          {shown.length === 0 ? <Combobox.Empty>Nothing found</Combobox.Empty> : null}
          {shown.map((choice) => (
            <Combobox.Option key={choice.value} value={choice.value} active={value.includes(choice.value)}>
              <span className={styles.option}>
                <span className={styles.check}>
                  {value.includes(choice.value) ? <CheckIcon size={14} /> : null}
                </span>
                {choice.face}
                <Name of={choice.label} />
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** What the button is before and after its menu was made. */
function buttonOf({ label, first, onNear }: FilterMenuProps, words: readonly string[]) {
  return {
    type: 'button',
    className: styles.button,
    'aria-label': words.length === 0 ? `Filter by ${label.toLowerCase()}` : undefined,
    title: words.length > 0 ? words.join(', ') : undefined,
    'aria-haspopup': 'listbox',
    onPointerEnter: onNear,
    onFocus: onNear,
    ...(first === true ? { 'data-search': true } : {}),
  } as const;
}

function Words({ label, words }: { label: string; words: readonly string[] }): ReactNode {
  if (words.length === 0) {
    return (
      <>
        {label}
        <span className={styles.chevron} aria-hidden="true">
          <ChevronIcon size={13} />
        </span>
      </>
    );
  }
  return (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.words}>{words.length > 3 ? `${words.length} selected` : words.join(', ')}</span>
    </>
  );
}
