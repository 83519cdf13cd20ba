import { Button, CloseButton } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { FileIcon, UploadIcon } from '../../components/icons.tsx';
import { formatBytes } from '../../lib/format.ts';
import styles from './file-drop.module.css';

export interface FileDropProps {
  files: readonly { name: string; bytes: number }[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (name: string) => void;
  /** Endings offered first by the file dialog, such as `.cpp,.java`. */
  accept?: string;
  multiple?: boolean;
  /** What may be dropped, in words. */
  hint: string;
  label: string;
}

/** Files by dialog or by dropping them; the list below shows what will be sent. */
export function FileDrop(props: FileDropProps): ReactNode {
  const { files, onAdd, onRemove, accept, multiple = true, hint, label } = props;
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [over, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const dropped = [...event.dataTransfer.files];
    if (dropped.length > 0) onAdd(multiple ? dropped : dropped.slice(0, 1));
  }

  return (
    // Dropping is the extra for mouse users; the button inside does the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={over ? `${styles.zone} ${styles.over}` : styles.zone}
      role="group"
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        className={styles.input}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (chosen.length > 0) onAdd(chosen);
        }}
      />
      <Button
        ref={choose}
        variant="default"
        leftSection={<UploadIcon size={16} />}
        onClick={() => input.current?.click()}
        data-search
        data-first-step
      >
        {files.length === 0
          ? multiple
            ? 'Choose files'
            : 'Choose a file'
          : multiple
            ? 'Add more'
            : 'Choose another'}
      </Button>
      <p className={styles.hint}>{hint}</p>
      {files.length === 0 ? null : (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={file.name}>
              <FileIcon size={16} />
              <span className={styles.name}>{file.name}</span>
              <span className={styles.size}>{formatBytes(file.bytes)}</span>
              <CloseButton
                size="sm"
                aria-label={`Remove ${file.name}`}
                onClick={() => {
                  onRemove(file.name);
                  // Its own place has gone.
                  choose.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
