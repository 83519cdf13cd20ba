import { type ReactNode, useEffect } from 'react';

/** Letters that need a font of ours on some machines; digits and the like are no emoji. */
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/**
 * The name of a person, a team, an organisation or a contest. It runs in its own direction, regardless of the text around it: cut
 * short, it loses its end and not its beginning, and what follows it stays behind it.
 */
export function Name({ of, className }: { of: string; className?: string | undefined }): ReactNode {
  const hasEmoji = emoji.test(of);
  useEffect(() => {
    // Without it the name is readable as well.
    if (hasEmoji) import('../theme/emoji.css').catch(() => {});
  }, [hasEmoji]);
  return (
    <bdi dir="auto" className={className} title={className === undefined ? undefined : of}>
      {of}
    </bdi>
  );
}
