import { CloseButton, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SearchIcon } from './icons.tsx';

/** While somebody types, nothing is asked for. */
const settleMs = 250;

/** A text to search for, which is somebody else's to keep: the address's. Said when the typing rests. */
export function SearchBox(props: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** The Enter key, with what is in the box. */
  onEnter?: ((value: string) => void) | undefined;
  className?: string | undefined;
}): ReactNode {
  const { label, placeholder, value, onChange, onEnter, className } = props;
  const [text, setText] = useState(value);
  /** What was last said, or came from outside. */
  const known = useRef(value);
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    setText(value);
  }, [value]);

  const say = useRef((_next: string): void => {});
  useEffect(() => {
    say.current = (next) => {
      if (next === known.current) return;
      known.current = next;
      onChange(next);
    };
  });
  useEffect(() => {
    const timer = setTimeout(() => say.current(text.trim()), settleMs);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <TextInput
      className={className}
      size="xs"
      radius="xl"
      aria-label={label}
      placeholder={placeholder}
      title={placeholder}
      data-search
      maxLength={200}
      leftSection={<SearchIcon size={15} />}
      rightSection={
        text === '' ? null : (
          <CloseButton size="sm" aria-label="Clear the search" onClick={() => setText('')} />
        )
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        say.current(text.trim());
        onEnter?.(text.trim());
      }}
    />
  );
}
