import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '../lib/clipboard.ts';
import { CheckIcon, CopyIcon } from './icons.tsx';

/** Copies a text and says so for two seconds. `what` completes the accessible name: "Copy input of sample 1". */
export function CopyButton({ text, what }: { text: string; what: string }): ReactNode {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');

  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const words = { idle: 'Copy', copied: 'Copied', failed: 'Not allowed' }[state];
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      leftSection={state === 'copied' ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      aria-label={state === 'idle' ? `Copy ${what}` : `${words}: ${what}`}
      onClick={() => void copyText(text).then((done) => setState(done ? 'copied' : 'failed'))}
    >
      {words}
    </Button>
  );
}
